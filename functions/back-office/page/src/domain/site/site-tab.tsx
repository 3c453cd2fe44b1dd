import type { ReactNode } from 'react';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import type { SiteState } from '../../../../contract.ts';
import { useMayAct } from '../../api/use-api.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ShowLoaded, Trouble } from '../../loading/loaded.tsx';
import { Part } from '../../loading/part.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { useQuery, useTab } from '../../routing/use-route.ts';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { Link } from '../../ui/link.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { InfoTip } from '../../ui/values.tsx';
import { CrawlButtons, CrawlProgress } from './crawl-buttons.tsx';
import { incompleteText, scopeText } from './crawl-words.ts';
import { PrivateBadge } from '../../shared/private-crawl.tsx';
import { pollAfter, type Site } from './use-site.ts';
import { isNothingRead } from '../../../../../core/site-reports/nothing-read.ts';
import type { PastIssue } from './issue-categories.ts';
import { SiteComparison } from './site-comparison.tsx';
import { EndBadge, SiteCrawls } from './site-crawls.tsx';
import { SiteIssues } from './site-issues.tsx';
import { SiteOverview } from './site-overview.tsx';
import { SitePages } from './site-pages.tsx';
import { siteTabs } from '../tabs.ts';
import { siteHref, useShownCrawl } from './site-parts.tsx';
import './site.css';

/** The audit of the whole site of a domain: the progress of a crawl, and the result of the audit or a named crawl. */
export function SiteTab({ domain, site: { of, start, stop } }: SiteTabProps) {
  const t = useTranslate();
  const { crawl } = useShownCrawl();
  const mayAct = useMayAct();
  const { data: state } = of;
  if (state === null) {
    const skeleton = (
      <>
        <Skeleton height={40} />
        <Skeleton height={180} />
        <Skeleton height={180} />
      </>
    );
    return (
      <ShowLoaded of={of} skeleton={skeleton}>
        {() => null}
      </ShowLoaded>
    );
  }
  const { audit } = state;
  const buttons = <CrawlButtons domain={domain} state={state} onStart={start} />;
  const actions = audit?.poll_after_seconds == null && buttons;
  return (
    <Stack>
      <Trouble of={of} />
      {audit === null && crawl === undefined && (
        <>
          <Card>
            <EmptyState title={t('site.never')} action={buttons}>
              {t('site.introduction')} {!mayAct && t('site.never_viewer')}
            </EmptyState>
          </Card>
          <SiteCrawls domain={domain} />
        </>
      )}
      {audit?.progress && audit.last_crawl && (
        <CrawlProgress progress={audit.progress} crawl={audit.last_crawl} onStop={stop} />
      )}
      {crawl === undefined || crawl === audit?.crawl_id ? (
        <ShownCrawl domain={domain} of={state} actions={actions} />
      ) : (
        <NamedCrawl key={crawl} domain={domain} crawl={crawl} actions={actions} onStop={stop} />
      )}
    </Stack>
  );
}

interface SiteTabProps {
  domain: string;
  site: Site;
}

interface ShownCrawlProps {
  domain: string;
  of: SiteState;
  actions: ReactNode;
}

interface NamedCrawlProps extends Omit<ShownCrawlProps, 'of'> {
  crawl: string;
  onStop: () => Promise<void>;
}

/** The crawl that the address names, in place of the audit; of one in progress, how far it is. */
function NamedCrawl({ domain, crawl, actions, onStop }: NamedCrawlProps) {
  const found = useLoad(['site', domain, { crawl }], { isQuiet: true, pollAfter });
  const t = useTranslate();
  return (
    <>
      <nav>
        <Link href={siteHref(domain, 'overview')}>← {t('site.show_audit')}</Link>
      </nav>
      <ShowLoaded of={found}>
        {(state) =>
          state.audit?.progress && state.audit.last_crawl?.crawl_id === crawl ? (
            <>
              <p className="ui-bare ui-quiet ui-small ui-regular">
                {scopeText(state.audit.scope, t)} <PrivateBadge of={state.audit} />
              </p>
              <CrawlProgress progress={state.audit.progress} crawl={state.audit.last_crawl} onStop={onStop} />
            </>
          ) : (
            <ShownCrawl domain={domain} of={state} actions={actions} />
          )
        }
      </ShowLoaded>
    </>
  );
}

/** A crawl that has ended, and its result. */
function ShownCrawl({ domain, of: { audit, past_issues }, actions }: ShownCrawlProps) {
  if (audit === null || audit.finished_at === null) return null;
  return (
    <>
      <CrawlHead domain={domain} of={audit} />
      <Part of={audit.crawl_id}>
        <SiteResult key={audit.crawl_id} domain={domain} of={audit} past={past_issues} actions={actions} />
      </Part>
    </>
  );
}

/** Which crawl is shown, why it is not complete, and that the newest one is not. */
function CrawlHead({ domain, of }: { domain: string; of: SiteAnswer }) {
  const t = useTranslate();
  const format = useFormat();
  const { pages, scope, complete, stop_reason, poll_after_seconds, last_crawl: last } = of;
  const time = format.time(of.finished_at!);
  return (
    <>
      <p className="ui-bare ui-quiet ui-small ui-regular">
        {t('site.crawl_of', { time })} · {pages && `${t('site.total', { count: pages.total })} · `}
        {scopeText(scope, t)} <EndBadge of={of} /> <PrivateBadge of={of} />
        {/* A limit that was chosen is no failure: it needs no banner. */}
        {stop_reason === 'page_limit' && (
          <InfoTip label={t(`site.ends.${stop_reason}`)}>{incompleteText(of, t)}</InfoTip>
        )}
      </p>
      {poll_after_seconds !== null && (
        <p className="ui-bare ui-quiet ui-small ui-regular">{t('site.earlier', { time })}</p>
      )}
      {!complete && stop_reason !== 'page_limit' && <Banner tone="warn">{incompleteText(of, t)}</Banner>}
      {last !== null && last.finished_at !== null && !last.complete && (
        <Banner
          tone="warn"
          title={t('site.newest_failed', { time: format.time(last.finished_at), scope: scopeText(last.scope, t) })}
          action={<Link href={siteHref(domain, 'overview', { crawl: last.crawl_id })}>{t('site.show_crawl')}</Link>}
        >
          {incompleteText(last, t)} {t('site.earlier', { time })}
        </Banner>
      )}
    </>
  );
}

interface SiteResultProps {
  domain: string;
  of: SiteAnswer;
  past: readonly PastIssue[];
  /** What starts another crawl. */
  actions: ReactNode;
}

/** The result of a crawl that has ended. */
function SiteResult({ domain, of, past, actions }: SiteResultProps) {
  const t = useTranslate();
  const shown = useShownCrawl();
  const base = useQuery().params.get('base');
  const [tab] = useTab(siteTabs, 1);
  const crawls = <SiteCrawls domain={domain} endedAt={of.last_crawl?.finished_at ?? null} />;
  if (isNothingRead(of)) {
    return (
      <Stack>
        <Card>
          <EmptyState icon="error" title={t('site.nothing_read')} action={actions} />
        </Card>
        {crawls}
      </Stack>
    );
  }
  const issues = [...(of.issues ?? []), ...past];
  const contents = {
    overview: <SiteOverview domain={domain} of={of} past={past} />,
    issues: <SiteIssues domain={domain} of={of} past={past} />,
    list: <SitePages domain={domain} of={of} />,
    compare: <SiteComparison key={base} domain={domain} crawl={of.crawl_id} base={base} issues={issues} />,
    crawls,
  };
  return (
    <Tabs
      label={t('site.title')}
      open={tab}
      actions={actions}
      onOpen={(id) => {
        window.location.hash = siteHref(domain, id, shown);
      }}
      tabs={siteTabs.map((id) => ({
        id,
        title: t(`site.tabs.${id}`),
        content: <Part of={id}>{contents[id]}</Part>,
      }))}
    />
  );
}
