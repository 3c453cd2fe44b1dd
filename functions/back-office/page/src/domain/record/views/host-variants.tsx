import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DomainAnswer } from '../../../../../../core/record/record.ts';
import { describeFailure } from '../../../language/describe-failure.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useText } from '../../../language/use-language.ts';
import { SiteText } from '../../../shared/site-text.tsx';
import { YesNo } from './yes-no.tsx';
import { DataTable } from '../../../shared/data-table.tsx';

/** Where http and https, with and without www., lead. */
export function HostVariants({ of }: { of: NonNullable<DomainAnswer['host_variants']> }) {
  const text = useText();
  const format = useFormat();
  const words = text.record.host_variants;
  return (
    <SpaceBetween size="s">
      <KeyValuePairs
        columns={2}
        items={[
          { label: words.preferred, value: <SiteText>{of.preferred ?? words.no_answer}</SiteText> },
          { label: words.consistent, value: <YesNo of={of.consistent} otherwise={words.too_few} /> },
        ]}
      />
      <DataTable
        variant="embedded"
        wrapLines
        ariaLabels={{ tableLabel: text.record.sections.host_variants }}
        items={of.variants}
        trackBy="url"
        columnDefinitions={[
          {
            id: 'url',
            header: text.overview.address,
            cell: ({ url }) => <SiteText>{url}</SiteText>,
            isRowHeader: true,
            minWidth: 180,
          },
          {
            id: 'status',
            header: text.overview.http_status,
            cell: ({ http_status }) => http_status ?? words.no_answer,
            minWidth: 110,
          },
          {
            id: 'final',
            header: words.leads_to,
            cell: ({ final_url }) => <SiteText>{final_url ?? text.common.not_known}</SiteText>,
            minWidth: 200,
          },
          {
            id: 'hops',
            header: words.redirects,
            cell: ({ hops }) => (hops === null ? text.common.not_known : format.number(hops)),
            minWidth: 110,
          },
          {
            id: 'error',
            header: text.sources.error,
            cell: ({ error }) => (error === null ? text.common.none : describeFailure({ code: error }, text)),
            minWidth: 160,
          },
        ]}
      />
    </SpaceBetween>
  );
}
