import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Activity } from '../../../contract.ts';
import { useText } from '../language/use-language.ts';

/** The background work for a domain, announced to screen readers. `idle`: it is not in the queue's counts yet. */
export function Progress({ activity }: { activity: Activity }) {
  const text = useText();
  return (
    <div role="status">
      <StatusIndicator type={activity === 'running' ? 'in-progress' : 'pending'}>
        {text.domain.activities[activity === 'idle' ? 'waiting' : activity]}
      </StatusIndicator>
    </div>
  );
}
