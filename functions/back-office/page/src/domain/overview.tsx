import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import KeyValuePairs, { type KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { DomainAnswer } from '../../../../shared/record/record.ts';
import type { Dictionary } from '../language/dictionary.ts';
import type { Format } from '../language/format.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';

/** The most important figures of a record. */
export function Overview({ record }: { record: DomainAnswer }) {
  const text = useText();
  const format = useFormat();
  return (
    <SpaceBetween size="l">
      <KeyValuePairs columns={3} items={facts(record, text, format)} />
      <ColumnLayout columns={2}>
        <ToMend record={record} />
        <div>
          <Box variant="h2">{text.overview.keywords}</Box>
          <Box>
            {record.top_keywords
              ?.slice(0, 20)
              .map(({ keyword }) => keyword)
              .join(' · ') || text.common.not_known}
          </Box>
        </div>
      </ColumnLayout>
    </SpaceBetween>
  );
}

function facts(record: DomainAnswer, text: Dictionary, format: Format): KeyValuePairsProps.Pair[] {
  const { page, tls, registration, popularity, performance } = record;
  const unknown = text.common.not_known;
  const number = (value: number | null | undefined, unit = '') =>
    value == null ? unknown : format.number(value) + unit;
  const date = (value: string | null | undefined) => (value == null ? unknown : format.date(value));
  return [
    { label: text.overview.title, value: page?.title ?? unknown },
    { label: text.overview.description, value: page?.meta_description ?? unknown },
    { label: text.overview.address, value: page?.final_url ?? unknown },
    { label: text.overview.http_status, value: page ? String(page.http_status) : unknown },
    { label: text.overview.words, value: number(page?.word_count) },
    {
      label: text.overview.certificate,
      value: tls?.days_remaining == null ? unknown : text.overview.days_left(format.number(tls.days_remaining)),
    },
    { label: text.overview.registered, value: date(registration?.registered_at) },
    { label: text.overview.rank, value: number(popularity.tranco?.rank) },
    { label: text.overview.page_rank, value: number(popularity.open_page_rank?.score) },
    { label: text.overview.largest_paint, value: number(performance.field?.lcp_p75_ms, ' ms') },
    { label: text.domain.first_cached, value: format.time(record.first_cached_at) },
  ];
}

function ToMend({ record: { audit } }: { record: DomainAnswer }) {
  const text = useText();
  const failed = audit?.audits.filter(({ status }) => status === 'fail');
  return (
    <div>
      <Box variant="h2">{text.overview.to_mend}</Box>
      {failed === undefined && <Box>{text.audits.none}</Box>}
      {failed?.length === 0 && <StatusIndicator type="success">{text.overview.nothing_to_mend}</StatusIndicator>}
      <SpaceBetween size="xxs">
        {failed?.map(({ id, title }) => (
          <StatusIndicator key={id} type="error">
            {title}
          </StatusIndicator>
        ))}
      </SpaceBetween>
    </div>
  );
}
