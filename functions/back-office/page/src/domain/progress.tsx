import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Activity } from '../../../contract.ts';
import { useText } from '../language/use-language.ts';

/** What is under way for a domain, told to screen readers as it changes. Nothing seen yet: it is on its way. */
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
