import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { RowStatus } from '../../../../../core/batches/batch.ts';
import { useText } from '../../language/use-language.ts';

const TYPES: Record<RowStatus, StatusIndicatorProps.Type> = {
  done: 'success',
  pending: 'pending',
  not_found: 'error',
  failed: 'error',
  invalid: 'warning',
  refused: 'stopped',
};

/** What has become of a line. */
export function LineState({ status }: { status: RowStatus }) {
  const text = useText();
  return <StatusIndicator type={TYPES[status]}>{text.batches.statuses[status]}</StatusIndicator>;
}
