import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { type Notification, NotifyContext } from '../loading/use-notify.ts';

const NotificationBar = lazy(() => import('./notification-bar.tsx'));

const MAX_SHOWN = 5;

/** Shows notifications above the view until they are dismissed. The bar is loaded on first use. */
export function Notifications({ children }: { children: (bar: ReactNode) => ReactNode }) {
  const [shown, setShown] = useState<Notification[]>([]);
  const notify = useCallback((notification: Omit<Notification, 'id'>) => {
    const { type, header } = notification;
    setShown((earlier) => {
      // A repeated notification is shown once, with its latest details.
      const others = earlier.filter((one) => one.type !== type || one.header !== header);
      return [{ ...notification, id: crypto.randomUUID() }, ...others].slice(0, MAX_SHOWN);
    });
  }, []);
  const dismiss = useCallback((id: string) => setShown((all) => all.filter((one) => one.id !== id)), []);
  const bar = useMemo(
    () => (
      <div className="notifications">
        {shown.length > 0 && (
          <Suspense>
            <NotificationBar shown={shown} onDismiss={dismiss} />
          </Suspense>
        )}
      </div>
    ),
    [shown, dismiss],
  );
  return <NotifyContext value={notify}>{children(bar)}</NotifyContext>;
}
