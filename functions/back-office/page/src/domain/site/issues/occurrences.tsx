import Header from '@cloudscape-design/components/header';
import type { TableProps } from '@cloudscape-design/components/table';
import type { SiteIssues } from '../../../../../contract.ts';
import { useApi } from '../../../api/use-api.ts';
import type { Format } from '../../../language/format.ts';
import type { SiteDictionary } from '../../../language/site/site-dictionary.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useSiteText } from '../../../language/site/use-site-text.ts';
import { useList } from '../../../loading/use-list.ts';
import { ListTable } from '../../../shared/list-table.tsx';
import { NOTHING } from '../../../shared/nothing.ts';
import { SiteText } from '../../../shared/site-text.tsx';
import { PageLink } from '../page-link.tsx';
import { SaveCsv } from '../save-csv.tsx';

const PAGE_SIZE = '50';

type Occurrence = SiteIssues['items'][number];

interface OccurrencesProps {
  domain: string;
  issue: string;
  /** The issue in words. */
  title: string;
}

/** Occurrences of an issue: page, target, element, status, values; without the columns that are empty. */
export function Occurrences({ domain, issue, title }: OccurrencesProps) {
  const api = useApi();
  const site = useSiteText();
  const format = useFormat();
  const found = useList(
    async (cursor, signal) => {
      const query = { issue, limit: PAGE_SIZE, ...(cursor && { cursor }) };
      const { items, next_cursor: next } = await api.siteIssues(domain, query, signal);
      return { items, next };
    },
    [api, domain, issue],
  );
  const isFilled = ({ id }: Column) => id === 'url' || found.items.some((row) => String(row[id] ?? '') !== '');
  return (
    <ListTable
      of={found}
      variant="embedded"
      ariaLabels={{ tableLabel: title }}
      header={
        <Header
          variant="h3"
          headingTagOverride="h4"
          actions={
            <SaveCsv name={`${issue}-${domain}`} load={(page) => api.siteIssuesAsCsv(domain, { issue, ...page })} />
          }
        >
          {site.occurrences.title}
        </Header>
      }
      empty={site.occurrences.none}
      columnDefinitions={occurrenceColumns(domain, site, format).filter(isFilled)}
    />
  );
}

type Column = TableProps.ColumnDefinition<Occurrence> & { id: keyof Occurrence };

function occurrenceColumns(domain: string, { occurrences, list }: SiteDictionary, format: Format): Column[] {
  const shown = (value: string | number | null) => {
    if (value === null) return NOTHING;
    return typeof value === 'number' ? format.number(value) : <SiteText>{value}</SiteText>;
  };
  return [
    {
      id: 'url',
      header: list.page,
      cell: ({ url }) => <PageLink domain={domain} url={url} />,
      isRowHeader: true,
      minWidth: 200,
    },
    { id: 'target', header: occurrences.target, cell: ({ target }) => shown(target), minWidth: 180 },
    { id: 'element', header: occurrences.element, cell: ({ element }) => shown(element), minWidth: 180 },
    { id: 'status', header: list.status, cell: ({ status }) => shown(status), minWidth: 90 },
    { id: 'value', header: occurrences.value, cell: ({ value }) => shown(value), minWidth: 120 },
    { id: 'expected', header: occurrences.expected, cell: ({ expected }) => shown(expected), minWidth: 100 },
    {
      id: 'related',
      header: occurrences.related,
      cell: ({ related }) => (related.length === 0 ? NOTHING : related.map((url) => <div key={url}>{shown(url)}</div>)),
      minWidth: 180,
    },
  ];
}
