import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

export interface Toast {
  id: string;
  type: 'success' | 'warning' | 'error' | 'info';
  header: string;
  detail?: string;
  action?: { text: string; act: () => void };
}

const TONES = { success: 'good', warning: 'warn', error: 'bad', info: 'info' } as const;

/** Short messages over the view, newest first. */
export function Toasts({
  label,
  shown,
  onDismiss,
}: {
  label: string;
  shown: Toast[];
  onDismiss: (id: string) => void;
}) {
  return (
    <section className="ui-toasts" aria-label={label}>
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
