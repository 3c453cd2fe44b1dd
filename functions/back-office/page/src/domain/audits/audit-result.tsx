import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Audit } from '../../../../../shared/record/record.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { AuditItems } from './audit-items.tsx';
import { statusTypes } from './status-types.ts';

/** One audit, expanded if it failed. */
export function AuditResult({ result }: { result: Audit['audits'][number] }) {
  const text = useText();
  const format = useFormat();
  const { id, status, title, weight, explanation, items, items_total } = result;
  return (
    <ExpandableSection
      variant="footer"
      defaultExpanded={status === 'fail'}
      headerText={<StatusIndicator type={statusTypes[status]}>{title}</StatusIndicator>}
      headerDescription={`${text.audits.statuses[status]} · ${text.audits.weight(format.number(weight))}`}
      headingTagOverride="h3"
    >
      <SpaceBetween size="s">
        {explanation !== null && <Box>{explanation}</Box>}
        {items.length > 0 && <AuditItems items={items} total={items_total} />}
        <Box variant="code">{id}</Box>
      </SpaceBetween>
    </ExpandableSection>
  );
}
