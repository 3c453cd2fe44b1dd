import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { type Notification, NotifyContext } from '../loading/use-notify.ts';

const NotificationBar = lazy(() => import('./notification-bar.tsx'));

const MOST_SHOWN = 5;

/** Holds what has happened until it is dismissed, and shows it above the view. The bar is loaded when it is needed. */
export function Notifications({ children }: { children: (bar: ReactNode) => ReactNode }) {
  const [shown, setShown] = useState<Notification[]>([]);
  const notify = useCallback((notification: Omit<Notification, 'id'>) => {
    const { type, header } = notification;
    setShown((earlier) => {
      // What happens over and over is shown once, as of its last time.
      const others = earlier.filter((one) => one.type !== type || one.header !== header);
      return [{ ...notification, id: crypto.randomUUID() }, ...others].slice(0, MOST_SHOWN);
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
