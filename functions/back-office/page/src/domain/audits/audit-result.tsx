import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Audit } from '../../../../../core/record/record.ts';
import { auditTexts } from '../../../../../core/analysis/audit/texts.computed.ts';
import { useFormat } from '../../language/use-format.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { useRecordText } from '../../language/record/use-record-text.ts';
import { useText } from '../../language/use-language.ts';
import { AuditItems } from './audit-items.tsx';
import { auditTitle, explanationOf, fixOf } from './audit-title.ts';
import { statusTypes } from './status-types.ts';

/** One audit, expanded if it failed. */
export function AuditResult({ result }: { result: Audit['audits'][number] }) {
  const text = useText();
  const recordText = useRecordText();
  const format = useFormat();
  const t = useTranslate();
  const { id, status, weight, items, items_total } = result;
  const explanation = explanationOf(result, t);
  const rule = auditTexts[id]?.rule;
  const fix = status === 'fail' ? fixOf(id, recordText) : null;
  const description = [
    text.audits.statuses[status],
    text.audits.weight(format.number(weight)),
    ...(items_total > 0 ? [text.audits.found(format.number(items_total))] : []),
  ];
  return (
    <ExpandableSection
      variant="footer"
      defaultExpanded={status === 'fail'}
      headerText={<StatusIndicator type={statusTypes[status]}>{auditTitle(result, recordText)}</StatusIndicator>}
      headerDescription={description.join(' · ')}
      headingTagOverride="h3"
    >
      <SpaceBetween size="s">
        {explanation !== null && <Box>{explanation}</Box>}
        {fix && (
          <Box>
            <b>{recordText.how_to_fix}</b>
            {text.common.colon}
            {fix}
          </Box>
        )}
        {items.length > 0 && <AuditItems items={items} total={items_total} />}
        {rule && (
          <Link href={rule} external externalIconAriaLabel={text.audits.new_tab}>
            {text.audits.rule}
          </Link>
        )}
      </SpaceBetween>
    </ExpandableSection>
  );
}
