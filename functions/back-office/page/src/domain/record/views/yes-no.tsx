import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useText } from '../../../language/use-language.ts';

/** Whether something is as it should be; `otherwise` says what null means. */
export function YesNo({ of, otherwise }: { of: boolean | null; otherwise?: string }) {
  const text = useText();
  if (of === null) return otherwise ?? text.common.not_known;
  return <StatusIndicator type={of ? 'success' : 'warning'}>{of ? text.common.yes : text.common.no}</StatusIndicator>;
}
