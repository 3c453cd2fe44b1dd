import { csvText } from '../../../../core/platform/text/csv-text.ts';
import { saveCsv } from '../browser/save-file.ts';
import { AddressSearch } from '../domain/site/site-parts.tsx';
import { useDomainList } from '../shared/use-domain-list.ts';
import { issueWords, useCatalogue, useIssueTexts } from '../language/issue-texts.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useList } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { hrefWith, useQuery, useSort, useTitle } from '../routing/use-route.ts';
import { DataCard } from '../shared/data-table.tsx';
import { IssueAdvice, SeverityBadge } from '../shared/issues.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card, PageHeader, Stack } from '../ui/layout.tsx';
import { ExternalLink, Link } from '../ui/link.tsx';
import { useStep } from '../ui/shown-rows.ts';
import type { Column } from '../ui/table.tsx';
import { Gauge } from '../ui/charts/gauge.tsx';
import { Missing } from '../ui/missing.tsx';
import { Badge, RelativeTime } from '../ui/values.tsx';
import { isLimited, type IssueSite, issueSites, sitesNamed } from './issue-sites.ts';
import { NotCrawled } from './not-crawled.tsx';

/** Rows that are drawn at first, and with each press of the button below them. */
const ROWS = 100;

const MOST_PAGES_FIRST = { column: 'pages', isDescending: true };

/** An issue of the catalogue: what it costs, how to fix it, and the sites that have it. */
export default function IssuePage({ id }: { id: string }) {
  const t = useTranslate();
  const texts = useIssueTexts();
  const issue = useCatalogue().get(id);
  const words = issue && issueWords(issue, texts);
  useTitle(words?.title ?? t('issues.missing'), t('issues.title'));
  if (!issue || !words) {
    return (
      <Stack>
        <PageHeader title={t('issues.missing')} />
        <Card>
          <ButtonLink href={hrefOf({ view: 'issues' })}>{t('site.all_issues')}</ButtonLink>
        </Card>
      </Stack>
    );
  }
  return (
    <Stack>
      <PageHeader title={words.title}>
        <SeverityBadge of={issue.severity} />
      </PageHeader>
      <Card>
        <div className="ui-prose ui-column ui-gap-3">
          <IssueAdvice of={words} />
          <div>
            <ExternalLink href={issue.learn_more}>{t('site.learn_more')}</ExternalLink>
          </div>
        </div>
      </Card>
      <Sites issue={id} title={words.title} />
    </Stack>
  );
}

/** The sites with an issue as a table, each with a link to its occurrences there. */
function Sites({ issue, title }: { issue: string; title: string }) {
  const t = useTranslate();
  const format = useFormat();
  const [sort, setSort] = useSort();
  const search = useQuery().params.get('search') ?? '';
  const list = useDomainList();
  const found = useList(
    (after) => ['issueSites', issue, { ...(after !== null && { after }) }],
    ({ sites, crawled, next }) => ({ items: [{ sites, crawled }], next }),
    { isWhole: true, isOnlyThis: true },
  );
  const crawled = found.items.reduce((sum, part) => sum + part.crawled, 0);
  const all = issueSites(
    found.items.flatMap(({ sites }) => sites),
    list.domains,
  );
  const rows = sitesNamed(all, search);
  const isKnown = !found.loading && found.error === null;
  const extent = {
    pages: all.reduce((sum, { pages }) => sum + pages, 0),
    sites: all.length,
    crawled,
    isLeast: String(all.some(isLimited)),
  };
  return (
    <DataCard
      title={t('issues.sites')}
      description={
        isKnown && (
          <>
            {t('issues.extent', extent)} <NotCrawled list={list} crawled={crawled} />
          </>
        )
      }
      actions={
        all.length > 0 && (
          <Button
            icon="download"
            isDisabled={found.loading || list.loading}
            onPress={() => saveCsv(`issue-${issue}`, sitesCsv(all))}
          >
            {t('site.as_csv')}
          </Button>
        )
      }
      tools={all.length > 0 && <AddressSearch label={t('issues.search')} />}
      of={found}
      label={title}
      columns={useColumns(issue, format)}
      rows={rows}
      step={useStep(ROWS)}
      view={search}
      isCompact
      keyOf={({ domain }) => domain}
      sort={sort ?? MOST_PAGES_FIRST}
      onSort={setSort}
      empty={
        search === ''
          ? {
              title: t(crawled === 0 ? 'overview.none_crawled' : 'issues.none_has'),
              icon: crawled === 0 ? 'search' : 'success',
            }
          : { title: t('issues.no_matches') }
      }
    />
  );
}

function useColumns(issue: string, format: ReturnType<typeof useFormat>): Column<IssueSite>[] {
  const t = useTranslate();
  return [
    {
      id: 'site',
      header: t('issues.site'),
      sortBy: ({ name }) => name,
      cell: ({ domain, name }) => (
        <Link href={hrefWith({ view: 'domain', domain, tab: 'site.issues' }, { issue })}>{name}</Link>
      ),
    },
    {
      id: 'pages',
      header: t('site.list'),
      align: 'end',
      isDescendingFirst: true,
      sortBy: ({ pages }) => pages,
      cell: (site) => (isLimited(site) ? t('issues.at_least', { count: site.pages }) : format.number(site.pages)),
    },
    {
      id: 'health',
      header: t('domains.columns.site'),
      align: 'end',
      sortBy: ({ crawl }) => crawl?.health ?? null,
      cell: ({ crawl }) => (
        <Gauge size="small" label={t('domain.numbers.health')} value={crawl?.health ?? null} unit="percent" />
      ),
    },
    {
      id: 'crawl',
      header: t('issues.crawl'),
      sortBy: ({ crawl }) => (crawl ? Number(crawl.complete) : null),
      cell: ({ crawl }) => {
        if (!crawl) return <Missing />;
        return crawl.complete ? t('site.ends.complete') : <Badge tone="warn">{t('issues.limited')}</Badge>;
      },
    },
    {
      id: 'time',
      header: t('issues.crawled_at'),
      isDescendingFirst: true,
      sortBy: ({ crawl }) => crawl?.ended_at ?? null,
      cell: ({ crawl }) => (crawl ? <RelativeTime time={crawl.ended_at} /> : <Missing />),
    },
  ];
}

/** Columns have the names of the API's members. */
function sitesCsv(sites: readonly IssueSite[]): string {
  return csvText({
    header: ['domain', 'pages', 'site_health', 'crawl_complete', 'crawl_ended_at'],
    rows: sites.map(({ domain, pages, crawl }) => [
      domain,
      pages,
      crawl && crawl.health,
      crawl && String(crawl.complete),
      crawl && crawl.ended_at,
    ]),
  });
}
