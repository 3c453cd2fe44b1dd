import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useText } from '../language/use-language.ts';

/** Whether a key gives access. */
export function KeyStatus({ enabled }: { enabled: boolean }) {
  const text = useText();
  return (
    <StatusIndicator type={enabled ? 'success' : 'stopped'}>
      {enabled ? text.keys.enabled : text.keys.disabled}
    </StatusIndicator>
  );
}
