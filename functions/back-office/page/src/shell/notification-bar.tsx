import Button from '@cloudscape-design/components/button';
import Flashbar from '@cloudscape-design/components/flashbar';
import { useText } from '../language/use-language.ts';
import type { Notification } from '../loading/use-notify.ts';

/** The notifications, newest first. */
export function NotificationBar({ shown, onDismiss }: { shown: Notification[]; onDismiss: (id: string) => void }) {
  const text = useText();
  return (
    <Flashbar
      items={shown.map(({ id, type, header, detail, action }) => ({
        id,
        type,
        header,
        content: detail,
        ...(action && { action: <Button onClick={action.act}>{action.text}</Button> }),
        dismissible: true,
        dismissLabel: text.common.close,
        onDismiss: () => onDismiss(id),
        ariaRole: type === 'error' ? ('alert' as const) : ('status' as const),
      }))}
    />
  );
}
