import type { SiteLinks } from '../../../../contract.ts';
import { ApiError } from '../../api/client.ts';
import { useApi } from '../../api/use-api.ts';
import { type Issue, issueWords, useIssueTexts } from '../../language/issue-texts.ts';
import { describeFailure } from '../../language/messages.ts';
import { useTranslate } from '../../language/use-language.ts';
import { LoadFailed, ShowLoaded } from '../../loading/loaded.tsx';
import { itemsOf, useList, useLoad } from '../../loading/use-load.ts';
import { hrefWith, useQuery } from '../../routing/use-route.ts';
import { DataCard } from '../../shared/data-table.tsx';
import { SeverityBadge } from '../../shared/issues.tsx';
import { SiteText } from '../../shared/site-text.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, Spinner } from '../../ui/feedback.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { ChoiceLinks, ExternalLink, Link } from '../../ui/link.tsx';
import { type Column, LoadMore, Table } from '../../ui/table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { Badge } from '../../ui/values.tsx';
import { filledColumns, type Occurrence, useOccurrenceColumns } from '../site/site-issues.tsx';
import { PageLink, siteHref } from '../site/site-parts.tsx';
import '../site/site.css';

const ISSUES_SHOWN = '200';

interface PageIssuesProps {
  domain: string;
  url: string;
}

/** The issues of a page in the last crawl of its site, each with its advice and where it occurs. */
export function PageIssues({ domain, url }: PageIssuesProps) {
  const site = useLoad(['site', domain, {}]);
  const found = useList(
    (cursor) => ['siteIssues', domain, { url, limit: ISSUES_SHOWN, ...(cursor && { cursor }) }],
    itemsOf,
    { skipsEmpty: true },
  );
  if (isNotCrawled(found.error)) return <NotCrawled domain={domain} />;
  if (found.error !== null && found.items.length === 0) {
    return <LoadFailed error={found.error} onRetry={found.reload} />;
  }
  if (found.first === null || (found.loading && found.items.length === 0)) return <Spinner />;
  return (
    <ShowLoaded of={site}>
      {({ audit }) => {
        if (audit === null || audit.finished_at === null) return <NotCrawled domain={domain} />;
        if (found.items.length === 0) return <NoIssues domain={domain} url={url} />;
        const byIssue = Map.groupBy(found.items, ({ issue }) => issue);
        return (
          <Stack>
            {[...byIssue].map(([id, rows]) => (
              <IssueOfPage
                key={id}
                domain={domain}
                id={id}
                of={audit.issues?.find((issue) => issue.id === id)}
                rows={rows}
              />
            ))}
            {found.more && <LoadMore isBusy={found.loadingMore} onPress={found.loadMore} />}
          </Stack>
        );
      }}
    </ShowLoaded>
  );
}

/** That the last crawl found no issues on a page; or, if it did not read the page, that they are not known. */
function NoIssues({ domain, url }: PageIssuesProps) {
  const t = useTranslate();
  const crawled = useLoad(['sitePages', domain, { url, limit: '1' }]);
  return (
    <ShowLoaded of={crawled}>
      {({ items: [row] }) => {
        if (row?.failure === null) return <EmptyState icon="success" title={t('page.no_issues')} />;
        const why = row
          ? t('page.not_read', { why: describeFailure({ code: row.failure }, t) })
          : t('page.not_in_crawl');
        return <EmptyState title={t('page.issues_unknown')}>{why}</EmptyState>;
      }}
    </ShowLoaded>
  );
}

/** Whether there is no crawl of the whole site, whose lists the API would return. */
export const isNotCrawled = (error: unknown) =>
  error instanceof ApiError && ['not_crawled', 'no_audit'].includes(error.code);

/** A message that a crawl is needed, with a link to it. */
export function NotCrawled({ domain }: { domain: string }) {
  const t = useTranslate();
  return (
    <EmptyState
      title={t('page.not_crawled')}
      action={<ButtonLink href={siteHref(domain, 'overview')}>{t('page.to_site')}</ButtonLink>}
    >
      {t('page.not_crawled_hint')}
    </EmptyState>
  );
}

interface IssueOfPageProps {
  domain: string;
  id: string;
  of: Issue | undefined;
  rows: readonly Occurrence[];
}

function IssueOfPage({ domain, id, of, rows }: IssueOfPageProps) {
  const t = useTranslate();
  const texts = useIssueTexts();
  const columns = filledColumns(useOccurrenceColumns(domain), rows).slice(1);
  const words = of ? issueWords(of, texts) : { title: texts[id]?.title ?? id, impact: null, how_to_fix: '' };
  return (
    <Card title={words.title} actions={<SeverityBadge of={rows[0]!.severity} />}>
      <div className="ui-column ui-gap-3">
        {words.impact !== null && <p className="ui-bare ui-prose">{words.impact}</p>}
        {words.how_to_fix && (
          <p className="ui-bare ui-prose">
            <b>{t('site.how_to_fix')}</b> {words.how_to_fix}
          </p>
        )}
        {columns.length > 0 && (
          <div className="ui-framed">
            <Table label={words.title} columns={columns} rows={rows} keyOf={(row) => JSON.stringify(row)} />
          </div>
        )}
        <Link href={siteHref(domain, 'issues', { issue: id })}>
          {of ? t('page.on_site', { count: of.count }) : t('site.all_issues')}
        </Link>
      </div>
    </Card>
  );
}

const LINKS_SHOWN = '100';
const DIRECTIONS = ['in', 'out'] as const;

type FoundLink = SiteLinks['items'][number];

/** The links to a page, or those on it, in the last crawl of its site. */
export function PageLinks({ domain, url }: PageIssuesProps) {
  const api = useApi();
  const t = useTranslate();
  const { params } = useQuery();
  const direction = DIRECTIONS.find((each) => each === params.get('direction')) ?? 'in';
  const ends = direction === 'in' ? { to: url } : { from: url };
  const links = useList(
    (cursor) => ['siteLinks', domain, { ...ends, limit: LINKS_SHOWN, ...(cursor && { cursor }) }],
    itemsOf,
    { isOnlyThis: true, skipsEmpty: true },
  );
  const isMissing = isNotCrawled(links.error);
  const addressOf = ({ from, to, internal }: FoundLink) => {
    if (direction === 'in') return <PageLink domain={domain} url={from} />;
    return internal ? (
      <PageLink domain={domain} url={to} />
    ) : (
      <ExternalLink href={to}>
        <SiteText>{to}</SiteText>
      </ExternalLink>
    );
  };
  const columns: Column<FoundLink>[] = [
    { id: 'address', header: t(direction === 'in' ? 'page.from' : 'page.to'), cell: addressOf },
    {
      id: 'anchor',
      header: t('page.anchor'),
      cell: ({ anchor }) => (anchor ? <SiteText>{anchor}</SiteText> : <Missing reason={t('common.none')} />),
    },
    { id: 'kind', header: t('page.kind'), cell: ({ kind }) => t(`page.kinds.${kind}`) },
    { id: 'rel', header: t('page.rel'), cell: ({ rel }) => rel.join(' ') || <Missing reason={t('common.none')} /> },
    {
      id: 'status',
      header: t('site.list.status'),
      align: 'end',
      cell: ({ status }) =>
        status === null ? (
          <Missing reason={t('site.no_status')} />
        ) : (
          <Badge tone={status >= 400 ? 'bad' : status >= 300 ? 'warn' : 'good'}>{status}</Badge>
        ),
    },
  ];
  return (
    <DataCard
      title={t('page.tabs.links')}
      csv={{ name: `links-${domain}`, load: (part) => api.siteLinksAsCsv(domain, { ...ends, ...part }) }}
      tools={
        <ChoiceLinks
          label={t('page.tabs.links')}
          links={DIRECTIONS.map((id) => ({
            id,
            text: t(`page.links.${id}`),
            href: hrefWith({ view: 'page', domain, url, tab: 'links' }, { direction: id }),
          }))}
          current={direction}
        />
      }
      of={isMissing ? { ...links, error: null } : links}
      rows={links.items}
      label={t(`page.links.${direction}`)}
      columns={columns}
      keyOf={(link) => JSON.stringify(link)}
      empty={isMissing ? <NotCrawled domain={domain} /> : { title: t('page.links.none') }}
    />
  );
}
