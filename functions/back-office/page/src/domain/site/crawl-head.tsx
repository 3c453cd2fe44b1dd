import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { useFormat } from '../../language/use-format.ts';
import { useSiteText } from '../../language/site/use-site-text.ts';
import { useText } from '../../language/use-language.ts';
import { When } from '../../shared/when.tsx';

interface CrawlHeadProps {
  of: SiteAnswer;
  /** Another crawl is under way: `status`, `stop_reason` and `progress` are its own. */
  isEarlier: boolean;
}

/** The most important of the last crawl that has ended, and why it did so before it had all pages. */
export function CrawlHead({ of, isEarlier }: CrawlHeadProps) {
  const { status, stop_reason, finished_at, health, site_score, pages } = of;
  const text = useText();
  const site = useSiteText();
  const format = useFormat();
  const number = (value: string, hint: string) => (
    <>
      <Box variant="strong">{value}</Box>
      <Box color="text-body-secondary" fontSize="body-s">
        {hint}
      </Box>
    </>
  );
  const state = {
    label: site.status,
    value: <StatusIndicator type={status === 'done' ? 'success' : 'stopped'}>{site.statuses[status]}</StatusIndicator>,
  };
  return (
    <SpaceBetween size="m">
      {isEarlier && <Box color="text-body-secondary">{site.earlier(format.time(finished_at!))}</Box>}
      {!isEarlier && stop_reason !== null && (
        <Alert type={status === 'done' ? 'info' : 'warning'}>{site.stop_reasons[stop_reason]}</Alert>
      )}
      <KeyValuePairs
        columns={4}
        items={[
          {
            label: site.health,
            value: number(health === null ? text.common.not_known : format.number(health), site.health_hint),
          },
          {
            label: site.score,
            value: number(site_score === null ? site.no_score : format.number(site_score), site.score_hint),
          },
          { label: site.pages.title, value: format.number(pages?.total ?? 0) },
          { label: site.ended, value: <When time={finished_at!} /> },
          ...(isEarlier ? [] : [state]),
        ]}
      />
    </SpaceBetween>
  );
}
