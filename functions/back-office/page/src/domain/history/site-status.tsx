import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Snapshot } from '../../api/api.ts';
import { describeFailure } from '../../language/describe-failure.ts';
import { useText } from '../../language/use-language.ts';
import { isFailed } from './series.ts';

/** Whether the site showed its home page for a snapshot, and why not. */
export function SiteStatus({ of }: { of: Snapshot['site_status'] }) {
  const text = useText();
  if (of === null) return text.common.not_known;
  if (!isFailed(of)) return <StatusIndicator type="success">{text.history.site_ok}</StatusIndicator>;
  return (
    <StatusIndicator type="warning">{text.history.site_failed(describeFailure({ code: of }, text))}</StatusIndicator>
  );
}
