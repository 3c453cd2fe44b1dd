import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DomainAnswer } from '../../../../../../core/record/record.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useText } from '../../../language/use-language.ts';
import { SiteText } from '../../../shared/site-text.tsx';
import { YesNo } from './yes-no.tsx';
import { DataTable } from '../../../shared/data-table.tsx';

/** Whether the pages in other languages agree with the home page, and with each other. */
export function HreflangCluster({ of }: { of: NonNullable<DomainAnswer['hreflang_cluster']> }) {
  const text = useText();
  const format = useFormat();
  const words = text.record.hreflang_cluster;
  return (
    <SpaceBetween size="s">
      <KeyValuePairs
        columns={3}
        items={[
          { label: words.valid, value: <YesNo of={of.valid} otherwise={words.no_links} /> },
          { label: words.self_reference, value: of.self_reference ? text.common.yes : text.common.no },
          { label: words.x_default, value: of.x_default ? text.common.yes : text.common.no },
          { label: words.lang_matches, value: <YesNo of={of.lang_matches} otherwise={words.no_lang} /> },
          { label: words.checked, value: format.number(of.checked) },
        ]}
      />
      <DataTable
        variant="embedded"
        wrapLines
        ariaLabels={{ tableLabel: text.record.sections.hreflang_cluster }}
        items={of.alternates}
        empty={words.none_checked}
        columnDefinitions={[
          {
            id: 'hreflang',
            header: words.language,
            cell: ({ hreflang }) => <SiteText>{hreflang}</SiteText>,
            isRowHeader: true,
            minWidth: 110,
          },
          {
            id: 'url',
            header: text.overview.address,
            cell: ({ url }) => <SiteText>{url}</SiteText>,
            minWidth: 220,
          },
          {
            id: 'status',
            header: text.overview.http_status,
            cell: ({ http_status }) => http_status ?? text.common.not_known,
            minWidth: 110,
          },
          { id: 'returns', header: words.returns, cell: ({ returns }) => <YesNo of={returns} />, minWidth: 120 },
          {
            id: 'lang',
            header: words.lang,
            cell: ({ lang, returns }) => {
              if (lang !== null) return <SiteText>{lang}</SiteText>;
              return returns === null ? text.common.not_known : text.common.none;
            },
            minWidth: 110,
          },
          {
            id: 'matches',
            header: words.matches,
            cell: ({ lang_matches }) => <YesNo of={lang_matches} />,
            minWidth: 120,
          },
        ]}
      />
    </SpaceBetween>
  );
}
