import { type ReactNode, useCallback, useState } from 'react';
import { useTranslate } from '../language/use-translate.ts';
import { type Notification, NotifyContext } from '../loading/use-notify.ts';
import { Toasts } from '../ui/toasts.tsx';

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
