import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { DomainAnswer } from '../../../../../../core/record/record.ts';
import { useRecordText } from '../../../language/record/use-record-text.ts';
import { useTranslate } from '../../../language/use-translate.ts';
import { useText } from '../../../language/use-language.ts';
import { SiteText } from '../../../shared/site-text.tsx';
import { MixedContent } from './mixed-content.tsx';
import { DataTable } from '../../../shared/data-table.tsx';

type SecurityHeadersSection = NonNullable<DomainAnswer['security_headers']>;
type Header = SecurityHeadersSection['hsts'];

const NAMES = {
  hsts: 'Strict-Transport-Security',
  csp: 'Content-Security-Policy',
  x_content_type_options: 'X-Content-Type-Options',
  x_frame_options: 'X-Frame-Options',
  referrer_policy: 'Referrer-Policy',
  permissions_policy: 'Permissions-Policy',
} satisfies Record<Exclude<keyof SecurityHeadersSection, 'mixed_content'>, string>;
const TYPES: Record<Header['status'], StatusIndicatorProps.Type> = {
  present: 'success',
  weak: 'warning',
  absent: 'stopped',
};

/** Each header that protects visitors: whether it is sent and protects, as sent, and the rule that decided. */
export function SecurityHeaders({ of }: { of: SecurityHeadersSection }) {
  const t = useTranslate();
  const text = useText();
  const rules = useRecordText().header_rules as Readonly<Record<string, string>>;
  const words = text.record.security_headers;
  const headers = (Object.keys(NAMES) as (keyof typeof NAMES)[]).map((id) => ({ id, ...of[id] }));
  return (
    <SpaceBetween size="s">
      <DataTable
        variant="embedded"
        wrapLines
        ariaLabels={{ tableLabel: text.record.sections.security_headers }}
        items={headers}
        trackBy="id"
        columnDefinitions={[
          {
            id: 'header',
            header: words.header,
            cell: ({ id }) => <Box variant="code">{NAMES[id]}</Box>,
            isRowHeader: true,
            minWidth: 180,
          },
          {
            id: 'status',
            header: t('audits.result'),
            cell: ({ status }) => <StatusIndicator type={TYPES[status]}>{words.statuses[status]}</StatusIndicator>,
            minWidth: 130,
          },
          {
            id: 'value',
            header: words.value,
            cell: ({ value }) => (value === null ? text.common.none : <SiteText>{value}</SiteText>),
            minWidth: 240,
          },
          {
            id: 'rule',
            header: words.rule,
            cell: ({ rule }) => rules[rule] ?? rule,
            minWidth: 160,
          },
        ]}
      />
      <MixedContent of={of.mixed_content} />
    </SpaceBetween>
  );
}
