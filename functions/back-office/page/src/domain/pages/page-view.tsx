import { lazy, type ReactNode, useState } from 'react';
import { hasFailed } from '../../../../../core/record/record-row.ts';
import type { SiteRow } from '../../../../../core/record/site-schema.ts';
import type { Page } from '../../../../contract.ts';
import { ApiError, mayPass } from '../../api/client.ts';
import { Acting, useApi, useMayAct } from '../../api/use-api.ts';
import { useDescribeError, useFormat, useTranslate } from '../../language/use-language.ts';
import { LoadFailed, Loading, ShowLoaded } from '../../loading/loaded.tsx';
import { Part } from '../../loading/part.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { useAction } from '../../loading/use-notify.ts';
import { useTab, useTitle } from '../../routing/use-route.ts';
import { metricValue } from '../../shared/metric-value.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { Absence } from '../../sources/absence.tsx';
import { isNone } from '../../sources/source-words.ts';
import { Button } from '../../ui/button.tsx';
import { Gauge } from '../../ui/charts/gauge.tsx';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { Card, PageHeader, Stack } from '../../ui/layout.tsx';
import { ExternalLink } from '../../ui/link.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Missing } from '../../ui/missing.tsx';
import { Facts, RelativeTime } from '../../ui/values.tsx';
import { describeValue } from '../record/describe-value.ts';
import { DescribedValue, useWriting } from '../record/described-value.tsx';
import { SecurityHeaders } from '../record/record-sections.tsx';
import { Indexable } from '../site/site-parts.tsx';
import { type PageTab, pageTabs, pageTabsOfCrawl } from '../tabs.ts';
import { isNotCrawled, NotCrawled, PageIssues, PageLinks } from './page-issues.tsx';
import './pages.css';

const Audits = lazy(async () => ({ default: (await import('../audits/audits.tsx')).Audits }));
const SourcesTable = lazy(async () => ({ default: (await import('../sources-table.tsx')).SourcesTable }));
const SourceNotes = lazy(async () => ({
  default: (await import('../../sources/source-notes.tsx')).SourceNotes,
}));

/** All that is known of one page. It is fetched if it is not stored. */
export default function PageView({ domain, url }: { domain: string; url: string }) {
  const api = useApi();
  const t = useTranslate();
  useTitle(url, domain, t('page.title_of_view'));
  const { run, busy } = useAction();
  const [checked, setChecked] = useState<Page | null>(null);
  const mayAct = useMayAct();
  const loaded = useLoad(['storedPage', { url }], {
    load: (signal) =>
      api.storedPage({ url }, signal).catch((error: unknown) => {
        if (!mayAct || !isMissing(error)) throw error;
        return api.page({ url }, signal);
      }),
  });
  const page = checked ?? loaded.data;
  const checkAgain = () => void run(async () => setChecked(await api.page({ url, refresh: true })));
  return (
    <>
      <PageHeader
        title={<SiteText>{url}</SiteText>}
        actions={
          <>
            <span className="pages-visit ui-line ui-center">
              <ExternalLink href={url}>{t('page.visit')}</ExternalLink>
            </span>
            <Acting>
              <Button icon="reload" isBusy={busy} isDisabled={loaded.loading} onPress={checkAgain}>
                {t('page.check_again')}
              </Button>
            </Acting>
          </>
        }
      />
      <Stack>
        {page === null && loaded.error !== null && (
          <>
            {mayPass(loaded.error) ? (
              <LoadFailed error={loaded.error} onRetry={loaded.reload} />
            ) : (
              <NotAudited error={loaded.error} />
            )}
            <PageTabs domain={domain} url={url} of={null} />
          </>
        )}
        {page === null && loaded.error === null && (
          <Loading>
            <Skeleton height={220} />
          </Loading>
        )}
        {page !== null && (
          <>
            {page.sources.some(hasFailed) && (
              <Part of="notes">
                <SourceNotes sources={page.sources} />
              </Part>
            )}
            <PageHead of={page} />
            <PageTabs domain={domain} url={page.url} of={page} />
          </>
        )}
      </Stack>
    </>
  );
}

/** Whether no audit of the page is stored, which viewers cannot request. */
const isMissing = (error: unknown) => error instanceof ApiError && error.code === 'not_found';

/** A message that there is only what the crawl of the site has found of a page, with the reason. */
function NotAudited({ error }: { error: unknown }) {
  const t = useTranslate();
  const { header, detail } = useDescribeError()(error);
  return (
    <Banner tone={isMissing(error) ? 'info' : 'warn'} title={t('page.not_audited')}>
      {!isMissing(error) && (
        <div>
          {header} {detail}
        </div>
      )}
      {t('page.not_audited_hint')}
    </Banner>
  );
}

/** The score of a page, and what search engines show and read first. */
function PageHead({ of: { seo_score, page, robots, updated_at } }: { of: Page }) {
  const t = useTranslate();
  const unknown = (
    <Missing
      reason={robots.allowed === false ? t('page.forbidden') : undefined}
      isExplained={robots.allowed === false}
    />
  );
  const textOf = (value: string | null | undefined) => {
    if (value === undefined) return unknown;
    return value === null ? t('site.none') : <SiteText>{value}</SiteText>;
  };
  const allowed = robots.allowed === null ? <Missing /> : t(robots.allowed ? 'page.yes' : 'page.no');
  return (
    <Card>
      <div className="ui-gap-5 ui-gap-x-8 ui-row ui-top">
        <div className="ui-column ui-center">
          <Gauge size="large" label={t('site.seo_score')} value={seo_score} unit="points" />
          <span className="ui-quiet ui-small" aria-hidden="true">
            {t('site.seo_score')}
          </span>
        </div>
        <div className="pages-head__texts ui-column ui-gap-4 ui-shrink">
          <Facts
            of={[
              { label: t('page.title'), value: textOf(page?.title) },
              { label: t('page.description'), value: textOf(page?.meta_description) },
            ]}
          />
          <Facts
            of={[
              { label: t('site.list.status'), value: page?.http_status ?? unknown },
              { label: t('page.canonical'), value: textOf(page?.canonical) },
              { label: t('page.meta_robots'), value: textOf(page?.meta_robots) },
              {
                label: t('page.allowed'),
                value: (
                  <>
                    {allowed} {robots.rule !== null && `(${robots.rule})`}
                  </>
                ),
              },
              { label: t('page.checked'), value: <RelativeTime time={updated_at} /> },
            ]}
          />
        </div>
      </div>
    </Card>
  );
}

interface PageTabsProps {
  domain: string;
  url: string;
  /** `null`: its audit is not stored. */
  of: Page | null;
}

function PageTabs({ domain, url, of }: PageTabsProps) {
  const t = useTranslate();
  const shown = of ? pageTabs : pageTabsOfCrawl;
  const [tab, setTab] = useTab<PageTab>(shown);
  const contents: Record<PageTab, ReactNode> = {
    issues: <PageIssues domain={domain} url={url} />,
    links: <PageLinks domain={domain} url={url} />,
    audits: of && <Audits record={of} />,
    page: (
      <Stack>
        <LastCrawl domain={domain} url={url} />
        {of && <PageData of={of} />}
      </Stack>
    ),
    sources: of && <SourcesTable sources={of.sources} />,
  };
  return (
    <Tabs
      label={url}
      open={tab}
      onOpen={setTab}
      tabs={shown.map((id) => ({
        id,
        title: t(`page.tabs.${id}`),
        content: <Part of={id}>{contents[id]}</Part>,
      }))}
    />
  );
}

/** The values of a page in the last crawl of its site. */
function LastCrawl({ domain, url }: { domain: string; url: string }) {
  const t = useTranslate();
  const crawled = useLoad(['sitePages', domain, { url, limit: '1' }]);
  return (
    <Card title={t('page.crawl')}>
      {isNotCrawled(crawled.error) ? (
        <NotCrawled domain={domain} />
      ) : (
        <ShowLoaded of={crawled}>{({ items }) => <CrawledPage of={items[0]} />}</ShowLoaded>
      )}
    </Card>
  );
}

/** The values of a page: its topics, its content and its security headers. */
function PageData({ of: { page, keywords, security_headers, sources } }: { of: Page }) {
  const t = useTranslate();
  const writing = useWriting((path) => isNone(path, { sources, robots_txt: null, sitemap: null }));
  const topics = keywords?.map(({ keyword }) => keyword).join(' · ');
  return (
    <>
      <Card title={t('page.keywords')}>{topics === undefined ? <Missing /> : topics || t('site.none')}</Card>
      <Card title={t('page.as_served')}>
        {page === null ? (
          <Absence of="page" sources={sources} />
        ) : (
          <DescribedValue value={describeValue('page', page, writing)} />
        )}
      </Card>
      <Card title={t('page.security')}>
        {security_headers === null ? (
          <Absence of="security_headers" sources={sources} />
        ) : (
          <Part of="security">
            <SecurityHeaders of={security_headers} />
          </Part>
        )}
      </Card>
    </>
  );
}

/** How the last crawl of the site found a page. */
function CrawledPage({ of }: { of: SiteRow | undefined }) {
  const t = useTranslate();
  const format = useFormat();
  if (!of) return <p className="ui-bare ui-quiet ui-small ui-regular">{t('page.not_in_crawl')}</p>;
  const number = (value: number | null) => (value === null ? <Missing /> : format.number(value));
  const { reason, html_bytes, ttfb_ms } = of;
  return (
    <Facts
      of={[
        { label: t('site.state'), value: <Indexable reason={reason} /> },
        { label: t('page.clicks'), value: number(of.depth) },
        { label: t('page.inlinks'), value: number(of.inlinks) },
        { label: t('page.outlinks'), value: number(of.outlinks) },
        { label: t('site.rank'), value: number(of.internal_rank) },
        { label: t('page.words'), value: number(of.word_count) },
        {
          label: t('page.html_size'),
          value:
            html_bytes === null ? <Missing /> : t('page.kilobytes', { value: Math.round(html_bytes / 102.4) / 10 }),
        },
        {
          label: t('page.response_time'),
          value: ttfb_ms === null ? <Missing /> : metricValue('ttfb_ms', ttfb_ms, format, t),
        },
      ]}
    />
  );
}
