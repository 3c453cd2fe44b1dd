import Header from '@cloudscape-design/components/header';
import type { SiteAnswer } from '../../../../../../core/record/site-schema.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useSiteText } from '../../../language/site/use-site-text.ts';
import { useText } from '../../../language/use-language.ts';
import { PageLink } from '../page-link.tsx';
import { DataTable } from '../../../shared/data-table.tsx';

interface MostLinkedProps {
  domain: string;
  of: NonNullable<SiteAnswer['most_linked']>;
}

/** The pages with the highest internal rank. */
export function MostLinked({ domain, of }: MostLinkedProps) {
  const text = useText();
  const site = useSiteText();
  const format = useFormat();
  return (
    <DataTable
      variant="embedded"
      wrapLines
      header={<Header variant="h2">{site.most_linked}</Header>}
      ariaLabels={{ tableLabel: site.most_linked }}
      items={of}
      trackBy="url"
      empty={text.common.none}
      columnDefinitions={[
        {
          id: 'url',
          header: site.list.page,
          cell: ({ url }) => <PageLink domain={domain} url={url} />,
          isRowHeader: true,
          minWidth: 200,
        },
        {
          id: 'rank',
          header: site.rank,
          cell: ({ internal_rank }) => format.number(internal_rank),
          minWidth: 100,
        },
      ]}
    />
  );
}
