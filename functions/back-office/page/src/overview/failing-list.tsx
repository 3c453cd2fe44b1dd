import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useOverviewText } from '../language/overview/use-overview-text.ts';
import '../shared/plain-link.css';
import type { Failing } from './failing.ts';

/** What needs a look, or that nothing does. */
export function FailingList({ of }: { of: Failing[] }) {
  const text = useOverviewText();
  if (of.length === 0) return <StatusIndicator type="success">{text.all_well}</StatusIndicator>;
  return (
    <section aria-label={text.failing}>
      <SpaceBetween size="xxs">
        {of.map((failing) => (
          <StatusIndicator key={failing.href + failing.text} type="warning">
            <a className="plain-link" href={failing.href}>
              {failing.text}
            </a>
          </StatusIndicator>
        ))}
      </SpaceBetween>
    </section>
  );
}
