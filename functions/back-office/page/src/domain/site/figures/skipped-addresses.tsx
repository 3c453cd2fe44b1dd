import Header from '@cloudscape-design/components/header';
import type { SiteAnswer } from '../../../../../../core/record/site-schema.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useSiteText } from '../../../language/site/use-site-text.ts';
import { SiteText } from '../../../shared/site-text.tsx';
import { DataTable } from '../../../shared/data-table.tsx';

/** From this count of a reason on there may be more addresses: the schema says so. */
const MOST_COUNTED = 5_000;

/** Addresses that were found and not asked for, by reason. */
export function SkippedAddresses({ of }: { of: NonNullable<SiteAnswer['skipped']> }) {
  const site = useSiteText();
  const format = useFormat();
  const reasons: Readonly<Record<string, string>> = site.skip_reasons;
  const counted = (count: number) =>
    count < MOST_COUNTED ? format.number(count) : site.at_least(format.number(count));
  return (
    <DataTable
      variant="embedded"
      wrapLines
      header={<Header variant="h2">{site.skipped}</Header>}
      ariaLabels={{ tableLabel: site.skipped }}
      items={of}
      trackBy="reason"
      empty={site.none_skipped}
      columnDefinitions={[
        {
          id: 'reason',
          header: site.reason,
          cell: ({ reason }) => reasons[reason] ?? reason,
          isRowHeader: true,
          minWidth: 180,
        },
        { id: 'count', header: site.count, cell: ({ count }) => counted(count), minWidth: 100 },
        {
          id: 'examples',
          header: site.examples,
          cell: ({ examples }) =>
            examples.map((url) => (
              <div key={url}>
                <SiteText>{url}</SiteText>
              </div>
            )),
          minWidth: 200,
        },
      ]}
    />
  );
}
