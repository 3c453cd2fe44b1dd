import { useEffect, useRef } from 'react';
import type { SiteIssues as FoundIssues } from '../../../../contract.ts';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { linkPartsOf } from '../../../../../core/analysis/rules/link-element.ts';
import { useApi } from '../../api/use-api.ts';
import { type Issue, issueWords, reasonText, SEVERITIES, useIssueTexts } from '../../language/issue-texts.ts';
import type { Translate } from '../../language/messages.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { itemsOf, useList } from '../../loading/use-load.ts';
import { hrefOf } from '../../routing/route.ts';
import { useQuery, useSort } from '../../routing/use-route.ts';
import { DataCard } from '../../shared/data-table.tsx';
import { IssueAdvice, SeverityBadge, useIssueColumns, useIssueTitle } from '../../shared/issues.tsx';
import { SaveCsv } from '../../shared/save-csv.tsx';
import { SiteText } from '../../shared/site-text.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { Missing } from '../../ui/missing.tsx';
import { Change } from '../../ui/values.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { ChoiceLinks, ExternalLink, Link } from '../../ui/link.tsx';
import type { Column } from '../../ui/table.tsx';
import { Select } from '../../ui/select.tsx';
import { useStep } from '../../ui/shown-rows.ts';
import {
  CATEGORIES,
  categoryOf,
  issueChanges,
  pagesChange,
  type PastIssue,
  previousCrawl,
} from './issue-categories.ts';
import { AddressSearch, PageLink, siteHref, useShownCrawl } from './site-parts.tsx';

interface SiteIssuesProps {
  domain: string;
  of: SiteAnswer;
  /** Issues that only earlier crawls had. */
  past: readonly PastIssue[];
}

/** The issues of a site, or the occurrences of the one that the address names. */
export function SiteIssues({ domain, of, past }: SiteIssuesProps) {
  const t = useTranslate();
  const { params } = useQuery();
  const issues = of.issues ?? [];
  const open = issues.find(({ id }) => id === params.get('issue'));
  if (open) return <IssueView key={open.id} domain={domain} of={open} change={pagesChange(open, of)} />;
  return (
    <Stack>
      {issues.length > 0 ? (
        <IssueList domain={domain} of={of} />
      ) : (
        <Card>
          <EmptyState icon="success" title={t('site.no_issues')} />
        </Card>
      )}
      <FixedIssues domain={domain} of={of} past={past} />
    </Stack>
  );
}

interface ListedIssue extends Issue {
  /** In the page's language. */
  name: string;
  /** Difference of affected pages to the complete crawl before; `null`: there is none, or it is not known. */
  change: number | null;
}

/** The issues by severity and text, each with its number of pages and its change since the crawl before. */
function IssueList({ domain, of }: Omit<SiteIssuesProps, 'past'>) {
  const api = useApi();
  const t = useTranslate();
  const format = useFormat();
  const titleOf = useIssueTitle();
  const { params, change } = useQuery();
  const crawl = useShownCrawl();
  const [sort, setSort] = useSort();
  const severity = SEVERITIES.find((each) => each === params.get('severity')) ?? null;
  const category = CATEGORIES.find((each) => each === params.get('category')) ?? null;
  const search = (params.get('search') ?? '').toLowerCase();
  const pages = of.pages?.total ?? 0;
  const previous = previousCrawl(of);
  const listed = (of.issues ?? []).map((issue): ListedIssue => {
    return { ...issue, name: titleOf(issue), change: pagesChange(issue, of) };
  });
  const inCategory = listed.filter(({ id }) => category === null || categoryOf(id) === category);
  const shown = inCategory.filter(
    (issue) => (severity === null || issue.severity === severity) && issue.name.toLowerCase().includes(search),
  );
  const categories = CATEGORIES.flatMap((each) => {
    const count = listed.filter(({ id }) => categoryOf(id) === each).length;
    return count === 0 ? [] : [{ id: each, text: `${t(`site.categories.${each}`)} (${format.number(count)})` }];
  });
  const issueColumns = useIssueColumns<ListedIssue>(
    ({ id, name }) => <Link href={siteHref(domain, 'issues', { ...crawl, issue: id })}>{name}</Link>,
    ({ name }) => name,
  );
  const columns: Column<ListedIssue>[] = [
    ...issueColumns,
    {
      id: 'pages',
      header: t('site.list'),
      align: 'end',
      isDescendingFirst: true,
      sortBy: ({ count }) => count,
      cell: ({ id, count }) => (
        <Link href={siteHref(domain, 'list', { ...crawl, issue: id })}>{format.number(count)}</Link>
      ),
    },
    {
      id: 'share',
      header: t('site.share'),
      align: 'end',
      isDescendingFirst: true,
      sortBy: ({ count }) => count,
      cell: ({ count }) => (pages === 0 ? <Missing /> : shareText(Math.min(1, count / pages), t)),
    },
    ...(previous
      ? [
          {
            id: 'change',
            header: t('site.change'),
            align: 'end' as const,
            isDescendingFirst: true,
            sortBy: ({ change }: ListedIssue) => change,
            cell: ({ change, count }: ListedIssue) =>
              change ? (
                <PagesChange by={change} count={count} />
              ) : (
                <Missing reason={t(change === 0 ? 'site.unchanged' : 'site.not_comparable_change')} />
              ),
          },
        ]
      : []),
  ];
  return (
    <DataCard
      tools={
        <>
          <ChoiceLinks
            label={t('site.severity')}
            links={[null, ...SEVERITIES].map((each) => ({
              id: each ?? ALL,
              text: t(each === null ? 'site.all_issues' : `site.severities.${each}`),
              count: format.number(inCategory.filter((issue) => each === null || issue.severity === each).length),
              href: siteHref(domain, 'issues', { ...crawl, severity: each ?? '', category: category ?? '', search }),
            }))}
            current={severity ?? ALL}
          />
          <Select
            label={t('site.category')}
            hideLabel
            options={[{ id: ALL, text: t('site.all_categories') }, ...categories]}
            value={category ?? ALL}
            onChange={(id) => change({ category: id === ALL ? null : id }, true)}
          />
          <AddressSearch label={t('site.search_issues')} />
          <SaveCsv
            name={`issues-${domain}`}
            load={(part) => api.siteIssuesAsCsv(domain, { ...crawl, ...(severity && { severity }), ...part })}
          />
        </>
      }
      label={t('site.issues')}
      columns={columns}
      rows={shown}
      step={useStep()}
      view={`${severity} ${category} ${search}`}
      isCompact
      keyOf={({ id }) => id}
      sort={sort}
      onSort={setSort}
      empty={{ title: t('site.no_matches') }}
    />
  );
}

const ALL = 'all';

/** @param share of pages, above 0: rounded, that of a few pages of many would be none */
const shareText = (share: number, t: Translate) =>
  share < 0.01 ? t('site.share_below') : t('site.share_of', { share });

/** By how many pages an issue has changed, or that it is new. */
function PagesChange({ by, count }: { by: number; count: number }) {
  const t = useTranslate();
  if (by !== count) return <Change isCount by={by} isBetter={by < 0} />;
  return (
    <span className="ui-bad ui-small ui-medium">
      {t('site.new')}
      <span className="visually-hidden">{t('ui.worse')}</span>
    </span>
  );
}

/** The issues of the crawl before that the last one did not find. */
function FixedIssues({ domain, of, past }: SiteIssuesProps) {
  const t = useTranslate();
  const format = useFormat();
  const titleOf = useIssueTitle();
  const crawl = useShownCrawl();
  const fixed = issueChanges(of, past)?.fixed ?? [];
  if (fixed.length === 0) return null;
  return (
    <Card
      title={t('site.fixed')}
      counter={format.number(fixed.length)}
      description={t('site.fixed_hint')}
      actions={<Link href={siteHref(domain, 'compare', crawl)}>{t('site.tabs.compare')}</Link>}
    >
      <ul className="site-fixed ui-column ui-gap-1 ui-bare">
        {fixed.map((issue) => (
          <li key={issue.id}>
            {titleOf(issue)} · {t('site.page_count', { count: issue.before })}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface IssueViewProps {
  domain: string;
  of: Issue;
  change: ListedIssue['change'];
}

/** An issue: its change since the crawl before, what it costs, how to fix it, and where it occurs. */
function IssueView({ domain, of, change }: IssueViewProps) {
  const t = useTranslate();
  const words = issueWords(of, useIssueTexts());
  const crawl = useShownCrawl();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="ui-stack">
      <nav>
        <Link href={siteHref(domain, 'issues', crawl)}>← {t('site.all_issues')}</Link>
      </nav>
      <Card>
        <div className="site-issue ui-prose ui-column ui-gap-3">
          <h2 ref={heading} tabIndex={-1}>
            {words.title}
          </h2>
          <p className="ui-line ui-center ui-gap-2 ui-bare">
            <SeverityBadge of={of.severity} /> {t('site.page_count', { count: of.count })}
            {change !== null && (
              <span className="ui-quiet ui-small">
                {t('site.since')}: {change === 0 ? t('site.unchanged') : <PagesChange by={change} count={of.count} />}
              </span>
            )}
          </p>
          <IssueAdvice of={words} />
          <div className="ui-gap-2 ui-gap-x-4 ui-row ui-center">
            <ButtonLink href={siteHref(domain, 'list', { ...crawl, issue: of.id })}>
              {t('site.show_pages', { count: of.count })}
            </ButtonLink>
            <Link href={hrefOf({ view: 'issue', id: of.id })}>{t('issues.all_sites')}</Link>
            <ExternalLink href={of.learn_more}>{t('site.learn_more')}</ExternalLink>
          </div>
        </div>
      </Card>
      <Occurrences domain={domain} issue={of.id} title={words.title} />
    </div>
  );
}

const PAGE_SIZE = '50';

export type Occurrence = FoundIssues['items'][number];

interface OccurrencesProps {
  domain: string;
  issue: string;
  /** The issue in words. */
  title: string;
}

/** The occurrences of an issue as a table, which can be searched and saved. */
function Occurrences({ domain, issue, title }: OccurrencesProps) {
  const api = useApi();
  const t = useTranslate();
  const { params } = useQuery();
  const search = params.get('search') ?? '';
  const query = { ...useShownCrawl(), issue, ...(search && { search }) };
  const columns = useOccurrenceColumns(domain);
  const found = useList(
    (cursor) => ['siteIssues', domain, { ...query, limit: PAGE_SIZE, ...(cursor && { cursor }) }],
    itemsOf,
    { isOnlyThis: true, skipsEmpty: true },
  );
  return (
    <DataCard
      title={t('site.occurrences')}
      csv={{ name: `${issue}-${domain}`, load: (part) => api.siteIssuesAsCsv(domain, { ...query, ...part }) }}
      tools={<AddressSearch label={t('site.occurrences.search')} />}
      of={found}
      rows={found.items}
      label={title}
      columns={filledColumns(columns, found.items)}
      keyOf={(row) => JSON.stringify(row)}
      empty={{ title: t(search ? 'site.list.empty' : 'site.occurrences.none') }}
    />
  );
}

/** `hasValue`: whether a row has something in the column. */
export type OccurrenceColumn = Column<Occurrence> & { hasValue: (row: Occurrence) => boolean };

/** The columns that have a value in some row, and the first. */
export function filledColumns(columns: OccurrenceColumn[], rows: readonly Occurrence[]): OccurrenceColumn[] {
  return columns.filter(({ hasValue }, index) => index === 0 || rows.some(hasValue));
}

/** The columns of occurrences: page, text and target of a link, element, status, values and related pages. */
export function useOccurrenceColumns(domain: string): OccurrenceColumn[] {
  const t = useTranslate();
  const format = useFormat();
  const none = t('common.none');
  const shown = (value: string | number | null) => {
    if (value === null) return <Missing reason={none} />;
    return typeof value === 'number' ? format.number(value) : <SiteText>{value}</SiteText>;
  };
  return [
    {
      id: 'url',
      header: t('site.page'),
      hasValue: () => true,
      cell: ({ url }) => <PageLink domain={domain} url={url} />,
    },
    {
      id: 'anchor',
      header: t('page.anchor'),
      hasValue: ({ element }) => linkPartsOf(element) !== null,
      cell: ({ element }) => {
        const text = linkPartsOf(element)?.text.trim();
        return text ? <SiteText>{text}</SiteText> : <Missing reason={text === '' ? t('site.no_anchor') : none} />;
      },
    },
    {
      id: 'target',
      header: t('site.target'),
      hasValue: ({ target }) => target !== null,
      cell: ({ target }) => shown(target),
    },
    {
      id: 'element',
      header: t('site.element'),
      hasValue: ({ element }) => element !== null,
      cell: ({ element }) =>
        element === null ? (
          <Missing reason={none} />
        ) : (
          <code className="site-code">{shown(linkPartsOf(element)?.tag ?? element)}</code>
        ),
    },
    {
      id: 'status',
      header: t('site.list.status'),
      hasValue: ({ status }) => status !== null,
      cell: ({ status }) => (status === null ? <Missing reason={t('site.no_status')} /> : shown(status)),
    },
    {
      id: 'value',
      header: t('site.value'),
      hasValue: ({ value }) => value !== null && value !== '',
      cell: ({ value }) => reasonText(value, t) ?? shown(value),
    },
    {
      id: 'expected',
      header: t('site.expected'),
      hasValue: ({ expected }) => expected !== null && expected !== '',
      cell: ({ expected }) => shown(expected),
    },
    {
      id: 'related',
      header: t('site.related'),
      hasValue: ({ related }) => related.length > 0,
      cell: ({ related }) =>
        related.length === 0 ? (
          <Missing reason={none} />
        ) : (
          // One element: on a phone, those of a cell are beside one another.
          <div>
            {related.map((url) => (
              <div key={url}>{shown(url)}</div>
            ))}
          </div>
        ),
    },
  ];
}
