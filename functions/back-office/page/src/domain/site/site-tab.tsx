import type { ReactNode } from 'react';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { LoadFailed, Trouble } from '../../loading/loaded.tsx';
import { Part } from '../../loading/part.tsx';
import { useTab } from '../../routing/use-route.ts';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { RelativeTime } from '../../ui/values.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CrawlButtons, CrawlProgress } from './crawl-buttons.tsx';
import type { Site } from './follow-site.ts';
import type { PastIssue } from './issue-categories.ts';
import { SiteChanges } from './site-history.tsx';
import { SiteIssues } from './site-issues.tsx';
import { SiteOverview } from './site-overview.tsx';
import { SitePages } from './site-pages.tsx';
import { siteTabs } from './site-parts.tsx';
import './site.css';

/** The audit of the whole site of a domain: the progress of its crawl, and the result of the last one. */
export function SiteTab({ domain, site: { followed, look, start, stop } }: SiteTabProps) {
  const t = useTranslate();
  const { state, trouble, waitSeconds } = followed;
  if (state === null) {
    if (trouble !== null) return <LoadFailed error={trouble} onRetry={look} />;
    return (
      <div className="site-skeleton" role="status" aria-label={t('ui.loading')}>
        <Skeleton height={40} />
        <Skeleton height={180} />
        <Skeleton height={180} />
      </div>
    );
  }
  const { audit } = state;
  const buttons = <CrawlButtons domain={domain} state={state} onStart={start} />;
  return (
    <Stack>
      {trouble !== null && <Trouble error={trouble} waitSeconds={waitSeconds} onRetry={look} />}
      {audit === null && (
        <Card>
          <EmptyState title={t('site.never')} action={buttons}>
            {t('site.introduction')}
          </EmptyState>
        </Card>
      )}
      {audit?.poll_after_seconds != null && <CrawlProgress of={audit} onStop={stop} />}
      {audit !== null && audit.finished_at !== null && (
        <>
          <CrawlHead of={audit}>{audit.poll_after_seconds === null && buttons}</CrawlHead>
          <Part of={audit.finished_at}>
            <SiteResult key={audit.finished_at} domain={domain} of={audit} past={state.past_issues} />
          </Part>
        </>
      )}
    </Stack>
  );
}

interface SiteTabProps {
  domain: string;
  site: Site;
}

/** When the last crawl ended, and why it did so before it had all pages. */
function CrawlHead({ of: { status, stop_reason, finished_at, poll_after_seconds, pages }, children }: CrawlHeadProps) {
  const t = useTranslate();
  const format = useFormat();
  if (poll_after_seconds !== null) {
    return <p className="site-quiet">{t('site.earlier', { time: format.time(finished_at!) })}</p>;
  }
  return (
    <>
      <div className="site-head">
        <p className="site-quiet">
          {t(`site.statuses.${status}`)} · <RelativeTime time={finished_at!} /> ·{' '}
          {t('site.total', { count: pages?.total ?? 0 })}
        </p>
        {children}
      </div>
      {stop_reason !== null && (
        <Banner tone={status === 'done' ? 'info' : 'warn'}>{t(`site.stop_reasons.${stop_reason}`)}</Banner>
      )}
    </>
  );
}

interface CrawlHeadProps {
  of: SiteAnswer;
  children: ReactNode;
}

interface SiteResultProps {
  domain: string;
  of: SiteAnswer;
  past: readonly PastIssue[];
}

/** The result of the last crawl that has ended. */
function SiteResult({ domain, of, past }: SiteResultProps) {
  const t = useTranslate();
  const [tab, setTab] = useTab(siteTabs, 1);
  if (of.pages?.total === 0) {
    return (
      <Card>
        <EmptyState icon="error" title={t('site.nothing_read')} />
      </Card>
    );
  }
  const contents = {
    overview: <SiteOverview domain={domain} of={of} past={past} />,
    issues: <SiteIssues domain={domain} of={of} past={past} />,
    list: <SitePages domain={domain} of={of} />,
    changes: <SiteChanges domain={domain} of={of.changes} />,
  };
  return (
    <Tabs
      label={t('site.title')}
      open={tab}
      onOpen={setTab}
      tabs={siteTabs.map((id) => ({
        id,
        title: t(`site.tabs.${id}`),
        content: <Part of={id}>{contents[id]}</Part>,
      }))}
    />
  );
}
