import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { useFormat } from '../../language/use-format.ts';
import { useSiteText } from '../../language/site/use-site-text.ts';
import { When } from '../../shared/when.tsx';

interface CrawlHeadProps {
  of: SiteAnswer;
  /** Another crawl is under way: `status`, `stop_reason` and `progress` are its own. */
  isEarlier: boolean;
}

/** The most important of the last crawl that has ended, and why it did so before it had all pages. */
export function CrawlHead({ of, isEarlier }: CrawlHeadProps) {
  const { status, stop_reason, finished_at, site_score, pages } = of;
  const site = useSiteText();
  const format = useFormat();
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
            label: site.score,
            value: (
              <>
                <Box variant="strong">{site_score === null ? site.no_score : format.number(site_score)}</Box>
                <Box color="text-body-secondary" fontSize="body-s">
                  {site.score_hint}
                </Box>
              </>
            ),
          },
          { label: site.pages.title, value: format.number(pages?.total ?? 0) },
          { label: site.ended, value: <When time={finished_at!} /> },
          ...(isEarlier ? [] : [state]),
        ]}
      />
    </SpaceBetween>
  );
}
