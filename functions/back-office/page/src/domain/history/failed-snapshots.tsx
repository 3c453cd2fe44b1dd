import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Snapshot } from '../../api/api.ts';
import { describeFailure } from '../../language/describe-failure.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { isFailed } from './series.ts';

/** How many snapshots are without the home page, and why. */
export function FailedSnapshots({ snapshots }: { snapshots: Snapshot[] }) {
  const text = useText();
  const format = useFormat();
  const codes = snapshots.map(({ site_status }) => site_status).filter(isFailed);
  if (codes.length === 0) return null;
  const reasons = [...new Set(codes)].map((code) => describeFailure({ code }, text));
  return (
    <StatusIndicator type="warning">
      {text.history.failures(format.number(codes.length))}: {reasons.join(', ')}
    </StatusIndicator>
  );
}
