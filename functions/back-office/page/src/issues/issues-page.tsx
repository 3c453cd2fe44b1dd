import { csvText } from '../../../../core/platform/text/csv-text.ts';
import type { TopIssues } from '../../../contract.ts';
import { saveCsv } from '../browser/save-file.ts';
import { AddressSearch } from '../domain/site/site-parts.tsx';
import { useDomainList } from '../shared/use-domain-list.ts';
import { SEVERITIES } from '../language/issue-texts.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { useQuery, useSort, useTitle } from '../routing/use-route.ts';
import { DataCard } from '../shared/data-table.tsx';
import { useIssueColumns, useIssueTitle } from '../shared/issues.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PageHeader, Stack } from '../ui/layout.tsx';
import { ChoiceLinks, Link } from '../ui/link.tsx';
import type { Column } from '../ui/table.tsx';
import { NotCrawled } from './not-crawled.tsx';

/** In place of a severity. */
const ALL = 'all';

type Issue = TopIssues['issues'][number];

interface ListedIssue extends Issue {
  /** In the page's language. */
  name: string;
}

/** The issues of all sites, each with the number of its pages and sites. */
export default function IssuesPage() {
  const t = useTranslate();
  const format = useFormat();
  const titleOf = useIssueTitle();
  useTitle(t('issues.title'));
  const { params, hrefWith } = useQuery();
  const [sort, setSort] = useSort();
  const loaded = useLoad(['topIssues']);
  const list = useDomainList();
  const crawled = loaded.data?.sites ?? 0;
  const severity = SEVERITIES.find((each) => each === params.get('severity')) ?? null;
  const search = params.get('search') ?? '';
  const all = (loaded.data?.issues ?? []).map((issue): ListedIssue => ({ ...issue, name: titleOf(issue) }));
  const rows = all.filter(
    (issue) =>
      (severity === null || issue.severity === severity) && issue.name.toLowerCase().includes(search.toLowerCase()),
  );
  const columns: Column<ListedIssue>[] = [
    ...useIssueColumns<ListedIssue>(
      ({ id, name }) => <Link href={hrefOf({ view: 'issue', id })}>{name}</Link>,
      ({ name }) => name,
    ),
    {
      id: 'pages',
      header: t('site.list'),
      align: 'end',
      isDescendingFirst: true,
      sortBy: ({ pages }) => pages,
      cell: ({ pages }) => format.number(pages),
    },
    {
      id: 'sites',
      header: t('issues.sites_column'),
      align: 'end',
      isDescendingFirst: true,
      sortBy: ({ domains }) => domains,
      cell: ({ domains }) => t('issues.of_sites', { sites: domains, crawled }),
    },
  ];
  return (
    <Stack>
      <PageHeader
        title={t('issues.title')}
        description={
          loaded.data && (
            <>
              {t('issues.description', { crawled })} <NotCrawled list={list} crawled={crawled} />
            </>
          )
        }
      />
      <DataCard
        tools={
          all.length > 0 && (
            <>
              <ChoiceLinks
                label={t('site.severity')}
                links={[null, ...SEVERITIES].map((each) => ({
                  id: each ?? ALL,
                  text: t(each === null ? 'site.all_issues' : `site.severities.${each}`),
                  count: format.number(all.filter((issue) => each === null || issue.severity === each).length),
                  href: hrefWith({ severity: each }),
                }))}
                current={severity ?? ALL}
              />
              <AddressSearch label={t('site.search_issues')} />
              <Button icon="download" onPress={() => saveCsv('issues', issuesCsv(rows, crawled))}>
                {t('site.as_csv')}
              </Button>
            </>
          )
        }
        of={loaded}
        label={t('issues.title')}
        columns={columns}
        rows={rows}
        view={`${severity} ${search}`}
        isCompact
        keyOf={({ id }) => id}
        sort={sort}
        onSort={setSort}
        empty={
          crawled === 0
            ? {
                title: t('overview.none_crawled'),
                hint: t('overview.none_crawled_hint'),
                action: <ButtonLink href={hrefOf({ view: 'domains' })}>{t('issues.to_domains')}</ButtonLink>,
              }
            : all.length === 0
              ? { title: t('overview.no_issues'), icon: 'success' }
              : { title: t('site.no_matches') }
        }
      />
    </Stack>
  );
}

/** The issues that are shown. Columns have the names of the API's members. */
function issuesCsv(issues: readonly ListedIssue[], crawled: number): string {
  return csvText({
    header: ['id', 'title', 'severity', 'pages', 'domains', 'crawled_sites'],
    rows: issues.map(({ id, name, severity, pages, domains }) => [id, name, severity, pages, domains, crawled]),
  });
}
