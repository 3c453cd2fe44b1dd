import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { isOutdated, reloadDocument } from '../loading/part.tsx';
import { type Notification, NotifyContext, useNotify } from '../loading/use-notify.ts';
import { Banner } from '../ui/feedback.tsx';
import { Button } from '../ui/button.tsx';

/** A success is read by then, and seen in the view as well. */
const SUCCESS_MS = 8_000;

const MAX_SHOWN = 5;

/** Shows notifications over the view until they are dismissed; those of success disappear by themselves. */
export function Notifications({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const [shown, setShown] = useState<Notification[]>([]);
  const dismiss = useCallback((id: string) => setShown((all) => all.filter((one) => one.id !== id)), []);
  const notify = useCallback(
    (notification: Omit<Notification, 'id'>) => {
      const { type, header } = notification;
      const id = crypto.randomUUID();
      if (type === 'success') setTimeout(() => dismiss(id), SUCCESS_MS);
      setShown((earlier) => {
        // A repeated notification is shown once, with its latest details.
        const others = earlier.filter((one) => one.type !== type || one.header !== header);
        return [{ ...notification, id }, ...others].slice(0, MAX_SHOWN);
      });
    },
    [dismiss],
  );
  return (
    <NotifyContext value={notify}>
      {children}
      <Toasts label={t('frame.notifications')} shown={shown} onDismiss={dismiss} />
    </NotifyContext>
  );
}

/** An open tab asks no more often than this. */
const LOOK_EVERY_MS = 60_000;

/** Offers a new version of the page, when the tab is looked at again. */
export function useVersionNotice() {
  const t = useTranslate();
  const { notify, failed } = useNotify();
  useEffect(() => {
    let last = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < LOOK_EVERY_MS) return;
      last = Date.now();
      const action = { text: t('loading.load_new'), act: () => void reloadDocument().catch(failed) };
      // A tab that cannot ask has nothing to offer.
      void isOutdated().then(
        (outdated) =>
          outdated &&
          notify({ type: 'info', header: t('loading.new_version'), detail: t('loading.stored_input'), action }),
        () => {},
      );
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [t, notify, failed]);
}

interface Toast {
  id: string;
  type: 'success' | 'warning' | 'error' | 'info';
  header: string;
  detail?: string;
  action?: { text: string; act: () => void };
}

const TONES = { success: 'good', warning: 'warn', error: 'bad', info: 'info' } as const;

/** Short messages over the view, newest first. */
function Toasts({ label, shown, onDismiss }: { label: string; shown: Toast[]; onDismiss: (id: string) => void }) {
  return (
    <section className="ui-toasts ui-column ui-gap-2" aria-label={label}>
      {shown.map(({ id, type, header, detail, action }) => (
        <Banner
          key={id}
          tone={TONES[type]}
          title={header}
          action={action && <Button onPress={action.act}>{action.text}</Button>}
          onDismiss={() => onDismiss(id)}
        >
          {detail}
        </Banner>
      ))}
    </section>
  );
}
