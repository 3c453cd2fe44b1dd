import type { SiteComparison as Comparison } from '../../../../contract.ts';
import { ApiError } from '../../api/client.ts';
import type { Query } from '../../api/api.ts';
import { useApi } from '../../api/use-api.ts';
import { type Issue, SEVERITIES, type Severity } from '../../language/issue-texts.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { DataCard } from '../../shared/data-table.tsx';
import { useIssueColumns, useIssueTitle } from '../../shared/issues.tsx';
import { SaveCsv } from '../../shared/save-csv.tsx';
import { SiteText } from '../../shared/site-text.tsx';
import { Banner, EmptyState } from '../../ui/feedback.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { Link } from '../../ui/link.tsx';
import { Missing } from '../../ui/missing.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { notComparedText } from './crawl-words.ts';
import { useCrawlColumns } from './site-crawls.tsx';
import { filledColumns, type Occurrence, useOccurrenceColumns } from './site-issues.tsx';
import { PageLink, siteHref } from './site-parts.tsx';

interface SiteComparisonProps {
  domain: string;
  /** Id of the newer crawl. */
  crawl: string;
  /** Id of the crawl that it is compared with; `null`: the last complete one before it. */
  base: string | null;
  /** The issues whose titles are known. */
  issues: readonly Pick<Issue, 'id' | 'title'>[];
}

/** What is new, fixed and changed between two crawls, and what was not compared. */
export function SiteComparison({ domain, crawl, base, issues }: SiteComparisonProps) {
  const t = useTranslate();
  const query = { crawl, ...(base && { base }) };
  const found = useLoad(['siteComparison', domain, query]);
  if (found.error instanceof ApiError && found.error.code === 'no_comparison') {
    return (
      <Card>
        <EmptyState
          icon="compare"
          title={t('site.compare.none')}
          action={<Link href={siteHref(domain, 'crawls')}>{t('site.compare.choose')}</Link>}
        >
          {t('site.compare.none_hint')}
        </EmptyState>
      </Card>
    );
  }
  return <ShowLoaded of={found}>{(compared) => <Compared of={compared} query={query} issues={issues} />}</ShowLoaded>;
}

const TONES = { passed: 'good', failed: 'bad', incomplete: 'warn', partly: 'warn' } as const;

interface ComparedProps extends Pick<SiteComparisonProps, 'issues'> {
  of: Comparison;
  query: Query;
}

function Compared({ of, query, issues }: ComparedProps) {
  const { domain, base_domain, verdict, crawl, base, counts, truncated } = of;
  const api = useApi();
  const t = useTranslate();
  const titleOf = useIssueTitle();
  const columns = useOccurrenceColumns(domain);
  const titles = new Map(issues.map((issue) => [issue.id, titleOf(issue)]));
  const issueColumns = useIssueColumns<Occurrence>(({ issue }) => titles.get(issue) ?? issue);
  const whichOf = ({ crawl_id }: { crawl_id: string }) => (crawl_id === crawl.crawl_id ? 'crawl' : 'base');
  // An error of the newer crawl that the other one could not show may be new.
  const uncompared = counts.not_compared.newer.error;
  const [shown, count] =
    verdict === 'passed' && uncompared > 0 ? (['partly', uncompared] as const) : ([verdict, counts.new.error] as const);
  return (
    <Stack>
      <Banner tone={TONES[shown]} title={t(`site.verdicts.${shown}`, { count })}>
        {verdict === 'incomplete' && notComparedText(of, t)}
      </Banner>
      <Card
        title={t('site.compare.crawls')}
        actions={<Link href={siteHref(domain, 'crawls')}>{t('site.compare.choose')}</Link>}
        isFlush
      >
        <Table
          label={t('site.compare.crawls')}
          columns={[
            { id: 'which', header: t('site.history.crawl'), cell: (one) => t(`site.compare.${whichOf(one)}`) },
            ...useCrawlColumns(null),
          ]}
          rows={[
            { ...crawl, domain },
            { ...base, domain: base_domain },
          ]}
          keyOf={({ crawl_id }) => crawl_id}
        />
      </Card>
      <CountsCard of={of} />
      {truncated && <p className="ui-bare ui-quiet ui-small ui-regular">{t('site.compare.truncated')}</p>}
      {(['new', 'fixed'] as const).map((state) => (
        <ListCard
          key={state}
          title={t(`site.compare.states.${state}`)}
          rows={of[state]}
          count={sumOf(counts[state])}
          columns={[...issueColumns, ...filledColumns(columns, of[state])]}
        />
      ))}
      <ListCard
        title={t('site.changed')}
        rows={of.pages}
        count={counts.pages}
        columns={[
          { id: 'url', header: t('site.page'), cell: ({ url }) => <PageLink domain={domain} url={url} /> },
          {
            id: 'fields',
            header: t('site.what_changed'),
            cell: ({ fields }) => fields.map((field) => <ChangedField key={field.name} of={field} />),
          },
        ]}
      />
      <div className="ui-row ui-center ui-gap-2 ui-between">
        <p className="ui-bare ui-quiet ui-small ui-regular">
          {t('site.compare.csv', { count: sumOf(counts.persisting) })}
        </p>
        <SaveCsv name={`comparison-${domain}`} load={() => api.siteComparisonAsCsv(domain, query)} />
      </div>
    </Stack>
  );
}

type Counts = Record<Severity, number>;
const sumOf = (counts: Counts) => SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0);

/** Numbers of occurrences by severity, and why some were not compared. */
function CountsCard({ of }: { of: Comparison }) {
  const t = useTranslate();
  const format = useFormat();
  const { not_compared: notCompared, ...counts } = of.counts;
  const rows = [
    { id: 'new' as const, counts: counts.new },
    { id: 'fixed' as const, counts: counts.fixed },
    { id: 'persisting' as const, counts: counts.persisting },
    { id: 'not_compared_newer' as const, counts: notCompared.newer },
    { id: 'not_compared_base' as const, counts: notCompared.base },
  ];
  const isAllCompared = sumOf(notCompared.newer) + sumOf(notCompared.base) === 0;
  return (
    <Card
      title={t('site.occurrences')}
      description={isAllCompared || of.verdict === 'incomplete' ? '' : notComparedText(of, t)}
      isFlush
    >
      <Table
        label={t('site.occurrences')}
        isCompact
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { id: 'state', header: t('site.compare.state'), cell: ({ id }) => t(`site.compare.states.${id}`) },
          ...SEVERITIES.map((severity): Column<(typeof rows)[number]> => ({
            id: severity,
            header: t(`site.severities.${severity}`),
            align: 'end',
            cell: (row) => format.number(row.counts[severity]),
          })),
        ]}
      />
    </Card>
  );
}

const PAGE_SIZE = 25;

interface ListCardProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Number of all, of which `rows` may be the first. */
  count: number;
}

/** A list of what differs; nothing where it is empty, since the numbers state it. */
function ListCard<Row>({ title, columns, rows, count }: ListCardProps<Row>) {
  const format = useFormat();
  if (count === 0) return null;
  const keyOf = (row: Row) => String(rows.indexOf(row));
  return (
    <DataCard
      title={title}
      counter={format.number(count)}
      label={title}
      columns={columns}
      rows={rows}
      step={PAGE_SIZE}
      keyOf={keyOf}
    />
  );
}

function ChangedField({ of: { name, before, now } }: { of: Comparison['pages'][number]['fields'][number] }) {
  const t = useTranslate();
  const key = `site.fields.${name}`;
  const label = t.has(key) ? t(key) : name.replace(/^extracted\./, '');
  if (name === 'content_hash') return <div>{label}</div>;
  const shown = (value: typeof now) => {
    if (value === null) return <Missing reason={t('common.none')} />;
    return typeof value === 'boolean' ? t(`site.compare.${value}`) : <SiteText>{String(value)}</SiteText>;
  };
  return (
    <div>
      {label}: {shown(before)} → {shown(now)}
    </div>
  );
}
