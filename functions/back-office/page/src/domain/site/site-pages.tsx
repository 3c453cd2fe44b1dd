import { useMemo } from 'react';
import type { SiteAnswer, SiteRow } from '../../../../../core/record/site-schema.ts';
import { rowStates } from '../../../../../core/site-reports/lists/sort-and-filter-rows.ts';
import { useApi } from '../../api/use-api.ts';
import type { Format } from '../../language/format.ts';
import { describeFailure, type Translate } from '../../language/messages.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { itemsOf, useList } from '../../loading/use-load.ts';
import { hrefOf } from '../../routing/route.ts';
import { useQuery } from '../../routing/use-route.ts';
import { DataTable } from '../../shared/data-table.tsx';
import { useIssueTitle } from '../../shared/issues.tsx';
import { SaveCsv } from '../../shared/save-csv.tsx';
import { SiteText } from '../../shared/site-text.tsx';
import { Badge, type Tone } from '../../ui/values.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, leastWidth } from '../../ui/layout.tsx';
import { Link } from '../../ui/link.tsx';
import { Score } from '../../ui/score.tsx';
import { Select } from '../../ui/select.tsx';
import { Missing } from '../../ui/missing.tsx';
import type { Column } from '../../ui/table.tsx';
import { followsLinks } from './crawl-words.ts';
import { type Order, orders, queryOf, selectionOf, statuses } from './pages-selection.ts';
import { AddressSearch, Indexable, useShownCrawl } from './site-parts.tsx';

const PAGE_SIZE = '100';

interface SitePagesProps {
  domain: string;
  of: SiteAnswer;
}

/** The pages of the shown crawl, filtered and sorted as the address states, as a table and as CSV. */
export function SitePages({ domain, of }: SitePagesProps) {
  const api = useApi();
  const t = useTranslate();
  const { params } = useQuery();
  const selection = selectionOf(params);
  const query = { ...useShownCrawl(), ...queryOf(selection) };
  const pages = useList(
    (cursor) => ['sitePages', domain, { ...query, limit: PAGE_SIZE, ...(cursor && { cursor }) }],
    itemsOf,
  );
  const columns = useColumns(domain, of);
  return (
    <Card
      title={t('site.list')}
      isFlush
      actions={
        <SaveCsv name={`site-pages-${domain}`} load={(part) => api.sitePagesAsCsv(domain, { ...query, ...part })} />
      }
    >
      <ListFilters of={of} />
      <div aria-busy={pages.loading} className={pages.loading ? 'site-reloading' : undefined}>
        <DataTable
          of={pages}
          rows={pages.items}
          label={t('site.list')}
          columns={columns}
          keyOf={({ url }) => url}
          empty={{ title: t('site.list.empty') }}
        />
      </div>
    </Card>
  );
}

/** Which pages are listed, and in which order. */
function ListFilters({ of: { issues, depth } }: Pick<SitePagesProps, 'of'>) {
  const t = useTranslate();
  const titleOf = useIssueTitle();
  const { params, change } = useQuery();
  const selection = selectionOf(params);
  const any = { id: '', text: t('site.any') };
  const depths = [...new Set([...Object.keys(depth ?? {}), ...(/^\d/.test(selection.depth) ? [selection.depth] : [])])];
  const isFiltered = Object.entries(selection).some(([name, value]) => name !== 'sort' && value !== '');
  return (
    <div
      className="site-filters ui-grid-fill ui-gap-3"
      style={leastWidth(160)}
      role="group"
      aria-label={t('site.filters')}
    >
      <AddressSearch label={t('site.list.search')} />
      <Select
        label={t('site.issue')}
        value={selection.issue}
        options={[any, ...(issues ?? []).map((issue) => ({ id: issue.id, text: titleOf(issue) }))]}
        onChange={(issue) => change({ issue })}
      />
      <Select
        label={t('site.list.status')}
        value={selection.status}
        options={[any, ...statuses.map((id) => ({ id, text: t(`site.answers.${id}`) }))]}
        onChange={(status) => change({ status })}
      />
      <Select<string>
        label={t('site.state')}
        value={selection.state}
        options={[any, ...rowStates.map((id) => ({ id, text: t(`site.states.${id}`) }))]}
        onChange={(state) => change({ state })}
      />
      <Select
        label={t('site.depth')}
        value={selection.depth}
        options={[
          any,
          ...depths
            .toSorted((one, other) => Number(one) - Number(other))
            .map((id) => ({ id, text: t('site.clicks', { count: Number(id) }) })),
          { id: 'none', text: t('site.depth.none') },
        ]}
        onChange={(chosen) => change({ depth: chosen })}
      />
      <Select<Order>
        label={t('site.list.sort')}
        value={selection.sort}
        options={orders.map((id) => ({ id, text: t(`site.list.sorts.${id}`) }))}
        onChange={(sort) => change({ sort: sort === 'crawled' ? '' : sort })}
      />
      {isFiltered && (
        <Button
          variant="quiet"
          icon="close"
          onPress={() => change({ issue: '', status: '', state: '', depth: '', search: '' })}
        >
          {t('site.clear')}
        </Button>
      )}
    </div>
  );
}

/** The columns of pages, and one for each value that the crawl extracts; the same ones until they change. */
function useColumns(domain: string, of: SiteAnswer): Column<SiteRow>[] {
  const t = useTranslate();
  const format = useFormat();
  return useMemo(
    () => [...pageColumns(domain, of, t, format), ...valueColumns(of, t, format)],
    [domain, of, t, format],
  );
}

function pageColumns(domain: string, { scope }: SiteAnswer, t: Translate, format: Format): Column<SiteRow>[] {
  return [
    {
      id: 'url',
      header: t('site.page'),
      cell: ({ url, title }) => (
        <>
          <Link href={hrefOf({ view: 'page', domain, url })}>
            <SiteText>{url}</SiteText>
          </Link>
          {title && (
            <div className="ui-bare ui-quiet ui-small ui-regular">
              <SiteText>{title}</SiteText>
            </div>
          )}
        </>
      ),
    },
    {
      id: 'status',
      header: t('site.list.status'),
      cell: ({ http_status, failure }) => (
        <Badge tone={toneOf(http_status)}>
          {failure === null ? (http_status ?? <Missing />) : describeFailure({ code: failure }, t)}
        </Badge>
      ),
    },
    {
      id: 'score',
      header: t('site.seo_score'),
      align: 'end',
      cell: ({ seo_score }) => (seo_score === null ? <Missing /> : <Score value={seo_score} />),
    },
    {
      id: 'state',
      header: t('site.state'),
      cell: ({ reason }) => <Indexable reason={reason} />,
    },
    {
      id: 'depth',
      header: t('site.list.depth'),
      align: 'end',
      cell: ({ depth, inlinks }) => {
        if (depth !== null) return format.number(depth);
        return inlinks === 0 && followsLinks(scope) ? t('site.depth.none') : <Missing />;
      },
    },
    { id: 'inlinks', header: t('site.inlinks'), align: 'end', cell: ({ inlinks }) => format.number(inlinks) },
    {
      id: 'rank',
      header: t('site.rank'),
      align: 'end',
      cell: ({ internal_rank }) => format.number(internal_rank),
    },
    { id: 'issues', header: t('site.issues'), align: 'end', cell: ({ issues }) => format.number(issues.length) },
  ];
}

function valueColumns({ options: { extract } }: SiteAnswer, t: Translate, format: Format): Column<SiteRow>[] {
  return extract.map(({ name, get }) => ({
    id: `extracted.${name}`,
    header: name,
    ...(get === 'count' && { align: 'end' as const }),
    cell: ({ extracted, extract_failure: failure }) => {
      const value = extracted?.[name] ?? null;
      if (value !== null) return typeof value === 'number' ? format.number(value) : <SiteText>{value}</SiteText>;
      return failure == null ? <Missing /> : <Missing reason={t(`site.extract_failures.${failure}`)} />;
    },
  }));
}

function toneOf(status: number | null): Tone {
  if (status === null) return 'neutral';
  if (status >= 400) return 'bad';
  return status >= 300 ? 'warn' : 'good';
}
