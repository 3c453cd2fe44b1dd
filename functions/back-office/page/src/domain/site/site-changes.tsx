import { useCollection } from '@cloudscape-design/collection-hooks';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { useFormat } from '../../language/use-format.ts';
import { useSiteText } from '../../language/site/use-site-text.ts';
import { PageLink } from './page-link.tsx';
import { DataTable } from '../../shared/data-table.tsx';

const PAGE_SIZE = 25;

type Changes = NonNullable<SiteAnswer['changes']>;

/** What differs from the crawl before. */
export function SiteChanges({ domain, of }: { domain: string; of: Changes | null }) {
  const site = useSiteText();
  return of === null ? <Box>{site.no_changes_known}</Box> : <KnownChanges domain={domain} of={of} />;
}

function KnownChanges({ domain, of: { since, added, removed, changed, examples } }: { domain: string; of: Changes }) {
  const site = useSiteText();
  const format = useFormat();
  const { items, collectionProps, paginationProps } = useCollection(examples, { pagination: { pageSize: PAGE_SIZE } });
  const nameOf = (field: string) => (site.fields as Record<string, string>)[field] ?? field;
  return (
    <SpaceBetween size="m">
      <Box>{site.since(format.time(since))}</Box>
      <KeyValuePairs
        columns={3}
        items={[
          { label: site.added, value: format.number(added) },
          { label: site.removed, value: format.number(removed) },
          { label: site.changed, value: format.number(changed) },
        ]}
      />
      {added + removed + changed > examples.length && (
        <Box color="text-body-secondary">{site.first_changes(format.number(examples.length))}</Box>
      )}
      <DataTable
        {...collectionProps}
        variant="embedded"
        wrapLines
        ariaLabels={{ tableLabel: site.tabs.changes }}
        items={items}
        trackBy="url"
        empty={site.nothing_changed}
        {...(examples.length > PAGE_SIZE && { pagination: <Pagination {...paginationProps} /> })}
        columnDefinitions={[
          {
            id: 'url',
            header: site.list.page,
            cell: ({ url }) => <PageLink domain={domain} url={url} />,
            isRowHeader: true,
            minWidth: 200,
          },
          {
            id: 'change',
            header: site.change,
            cell: ({ change }) => site.change_kinds[change],
            minWidth: 100,
          },
          {
            id: 'fields',
            header: site.what_changed,
            cell: ({ fields }) => fields.map(nameOf).join(', '),
            minWidth: 160,
          },
        ]}
      />
    </SpaceBetween>
  );
}
