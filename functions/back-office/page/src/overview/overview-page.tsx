import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo } from 'react';
import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useFormat } from '../language/use-format.ts';
import { LoadFailed } from '../loading/load-failed.tsx';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { portfolioRow } from '../domains/portfolio-row.ts';
import { useDomainList } from '../domains/use-domain-list.ts';
import { useTitle } from '../routing/use-title.ts';
import { FailingList } from './failing-list.tsx';
import { failingOf } from './failing.ts';
import { movedDomains } from './moved.ts';
import { MovedTable } from './moved-table.tsx';
import { RequestsByDay } from './requests-by-day.tsx';

/** How it stands with the service and with all domains: what fails first, then what has moved. */
export default function OverviewPage() {
  const api = useApi();
  const t = useTranslate();
  const format = useFormat();
  useTitle(t('overview.title'));
  const overview = useLoad((signal) => api.overview(signal), [api]);
  const { domains, loading, error, reload } = useDomainList();
  const rows = useMemo(() => domains.map((row) => portfolioRow(row, Date.now())), [domains]);
  const moved = useMemo(() => movedDomains(domains, Date.now()), [domains]);
  const open = loading || error !== null ? '+' : '';
  return (
    <SpaceBetween size="l">
      <Container header={<Header variant="h1">{t('overview.title')}</Header>}>
        <ShowLoaded of={overview}>
          {(data) => (
            <SpaceBetween size="m">
              <KeyValuePairs
                columns={4}
                items={[
                  { label: t('overview.domains'), value: format.number(domains.length) + open },
                  { label: t('overview.followed'), value: format.number(data.queue.followed) },
                  { label: t('overview.requests_today'), value: format.number(data.requests.at(-1)?.requests ?? 0) },
                  {
                    label: t('overview.spent'),
                    value: t('overview.spent_of', {
                      spent: format.usd(data.spent_usd),
                      budget: format.usd(data.daily_budget_usd),
                    }),
                  },
                ]}
              />
              {open === '' && <FailingList of={failingOf(rows, data, t, format)} />}
            </SpaceBetween>
          )}
        </ShowLoaded>
      </Container>
      {error !== null && <LoadFailed error={error} onRetry={reload} />}
      <MovedTable rows={moved} loading={loading && domains.length === 0} />
      <ShowLoaded of={overview}>
        {({ requests }) => (
          <Container header={<Header variant="h2">{t('overview.requests')}</Header>}>
            <RequestsByDay days={requests} />
          </Container>
        )}
      </ShowLoaded>
    </SpaceBetween>
  );
}
