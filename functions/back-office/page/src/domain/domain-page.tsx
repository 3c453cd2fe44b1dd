import { lazy, type ReactNode, useCallback } from 'react';
import type { DomainAnswer } from '../../../../core/record/record.ts';
import type { DomainDetails } from '../../../contract.ts';
import { ApiError } from '../api/client.ts';
import { useApi, useMayAct } from '../api/use-api.ts';
import { preloadIssueTitles } from '../language/issue-titles.ts';
import { describeFailure } from '../language/messages.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { LoadFailed, Loading, NotUpdated } from '../loading/loaded.tsx';
import { Part } from '../loading/part.tsx';
import { useLoad, useReload } from '../loading/use-load.ts';
import { useNotify } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { useTab, useTitle } from '../routing/use-route.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Banner, EmptyState, Skeleton } from '../ui/feedback.tsx';
import { PageHeader, Stack } from '../ui/layout.tsx';
import { useIsNarrow, useIsSmall } from '../ui/shown-rows.ts';
import { Tabs } from '../ui/tabs.tsx';
import { RelativeTime } from '../ui/values.tsx';
import { DomainHeader, DomainsAbove } from './domain-header.tsx';
import { DomainNumbers, DomainStrip } from './domain-numbers.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { useSite } from './site/use-site.ts';
import { type DomainTab, domainTabs } from './tabs.ts';
import { type AwaitedWork, outcomeOf } from './awaited-work.ts';
import { useDomain } from './use-domain.ts';
import './domain.css';

const Overview = lazy(() => import('./overview/overview.tsx'));
const HistoryTab = lazy(() => import('./history/history-tab.tsx'));
const VitalsTab = lazy(() => import('./vitals/vitals-tab.tsx'));
const SourcesTab = lazy(async () => ({ default: (await import('./sources-table.tsx')).SourcesTable }));
const Audits = lazy(async () => ({ default: (await import('./audits/audits.tsx')).Audits }));
const RecordSections = lazy(async () => ({
  default: (await import('./record/record-sections.tsx')).RecordSections,
}));
const SiteTab = lazy(async () => ({ default: (await import('./site/site-tab.tsx')).SiteTab }));
const PagesTab = lazy(async () => ({ default: (await import('./pages/pages-tab.tsx')).PagesTab }));

preloadIssueTitles();

/** Range of the history that the numbers and the overview show. */
const RECENT = '90d';

/** Everything that is known of one domain. */
export default function DomainPage({ domain }: { domain: string }) {
  const t = useTranslate();
  const format = useFormat();
  const { notify } = useNotify();
  const [tab, setTab] = useTab(domainTabs);
  useTitle(t(`domain.tabs.${tab}`), domain, t('domains.title'));
  const reload = useReload();
  const onDone = useCallback(
    (work: AwaitedWork, details: DomainDetails) => {
      reload('history', 'scoreChanges', 'deadLetters');
      const outcome = outcomeOf(work, details, { t, format });
      if (outcome) notify(outcome);
    },
    [notify, reload, t, format],
  );
  // A small screen shows them on the first tab alone, so that the others begin with their content.
  const isFirst = tab === domainTabs[0];
  const [isSmall, isNarrow] = [useIsSmall(), useIsNarrow()];
  const isWithNumbers = !isSmall || isFirst;
  const Numbers = isFirst && !isNarrow ? DomainNumbers : DomainStrip;
  const { details, isWorking, awaitRequested } = useDomain(domain, onDone);
  const history = useLoad(['history', domain, RECENT], { isQuiet: true });
  const site = useSite(domain);
  const { data } = details;
  if (data === null) {
    if (details.error === null) return <DomainShape domain={domain} />;
    return <NoDomain domain={domain} error={details.error} onRetry={details.reload} retryAt={details.retryAt} />;
  }
  const { record } = data;
  const withRecord = (show: (record: DomainAnswer) => ReactNode) =>
    record === null ? <NothingStored of={data} isWorking={isWorking} onRequested={awaitRequested} /> : show(record);
  const contents: Record<DomainTab, ReactNode> = {
    overview: withRecord((shown) => <Overview of={data} record={shown} history={history} />),
    audits: withRecord((shown) => <Audits record={shown} />),
    vitals: withRecord((shown) => <VitalsTab record={shown} />),
    history: <HistoryTab domain={domain} />,
    site: <SiteTab domain={domain} site={site} />,
    pages: <PagesTab domain={domain} />,
    record: withRecord((shown) => <RecordSections record={shown} />),
    sources: withRecord(({ sources }) => <SourcesTab sources={sources} />),
  };
  return (
    <Stack>
      <DomainHeader of={data} isWorking={isWorking} onRequested={awaitRequested} onChanged={details.reload} />
      <NotUpdated of={details} />
      {!isWorking && <LastFailure of={data} />}
      <FailedJobs of={data} />
      {record && isWithNumbers && <Numbers of={data} record={record} history={history} site={site.of.data} />}
      <Tabs
        label={data.domain_unicode}
        open={tab}
        onOpen={setTab}
        tabs={domainTabs.map((id) => ({
          id,
          title: t(`domain.tabs.${id}`),
          content: (
            <Part of={`${domain} ${id}`} fallback={<TabShape />}>
              {id === tab && contents[id]}
            </Part>
          ),
        }))}
      />
    </Stack>
  );
}

/** The shape of the view while the domain is loading; its name is known. */
function DomainShape({ domain }: { domain: string }) {
  return (
    <Stack>
      <PageHeader title={domain} above={<DomainsAbove />} />
      <Loading>
        <Skeleton height={96} />
        <Skeleton height={40} />
        <Skeleton height={280} />
      </Loading>
    </Stack>
  );
}

function TabShape() {
  return (
    <Loading>
      <Skeleton height={200} />
      <Skeleton height={200} />
    </Loading>
  );
}

/** In place of a domain that could not be loaded: the name may be none. */
function NoDomain({ domain, ...failed }: { domain: string } & Parameters<typeof LoadFailed>[0]) {
  const t = useTranslate();
  const { error } = failed;
  const isUnknown = error instanceof ApiError && (error.code === 'invalid_parameter' || error.status === 404);
  return (
    <Stack>
      <PageHeader title={domain} above={<DomainsAbove />} />
      {isUnknown ? (
        <EmptyState
          icon="domains"
          title={t('domain.invalid', { domain })}
          action={<ButtonLink href={hrefOf({ view: 'domains' })}>{t('domain.all_domains')}</ButtonLink>}
        >
          {t('domain.invalid_hint')}
        </EmptyState>
      ) : (
        <LoadFailed {...failed} />
      )}
    </Stack>
  );
}

/** Why the last refresh failed, until there is a newer record. */
function LastFailure({ of: { domain, failure, updated_at } }: { of: DomainDetails }) {
  const t = useTranslate();
  if (failure === null || (updated_at !== null && updated_at > failure.failed_at)) return null;
  const isMissing = failure.code === 'domain_not_found';
  return (
    <Banner
      tone="bad"
      title={
        isMissing
          ? t('domain.missing', { domain })
          : t('domain.not_fetched', { domain, why: describeFailure(failure, t) })
      }
    >
      <RelativeTime time={failure.failed_at} /> · {t(failure.retryable ? 'loading.may_help' : 'loading.no_help')}
    </Banner>
  );
}

interface NothingStoredProps {
  of: DomainDetails;
  isWorking: boolean;
  onRequested: () => void;
}

/** In place of a record that is not stored: why, and what to do. */
function NothingStored({ of: { domain, blocked }, isWorking, onRequested }: NothingStoredProps) {
  const api = useApi();
  const t = useTranslate();
  const { failed } = useNotify();
  const mayAct = useMayAct() && !blocked;
  const refresh = () => void api.refresh(domain).then(onRequested, failed);
  return (
    <EmptyState
      icon="domains"
      title={t('domain.nothing_stored', { domain })}
      action={
        mayAct && (
          <Button variant="primary" icon="reload" isBusy={isWorking} onPress={refresh}>
            {t('domain.fetch')}
          </Button>
        )
      }
    >
      {t(
        blocked
          ? 'domain.nothing_stored_blocked'
          : mayAct
            ? 'domain.nothing_stored_hint'
            : 'domain.nothing_stored_viewer',
      )}
    </EmptyState>
  );
}
