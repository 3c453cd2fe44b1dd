import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { DomainAnswer } from '../../../../shared/record/record.ts';
import { useRecordText } from '../language/record/use-record-text.ts';
import { useText } from '../language/use-language.ts';
import { auditTitle } from './audits/audit-title.ts';
import { describeAbsence } from '../sources/absence.ts';
import { sourceOf } from '../sources/source-of.ts';
import { OldMark } from '../sources/old-mark.tsx';

/** The audits that failed, by what is wrong. */
export function ToMend({ record: { audit, sources } }: { record: DomainAnswer }) {
  const text = useText();
  const recordText = useRecordText();
  if (audit === null) return <Box>{describeAbsence('audit', sources, text)}</Box>;
  const failed = audit.audits.filter(({ status }) => status === 'fail');
  return (
    <SpaceBetween size="xxs">
      <OldMark of={sourceOf('audit', sources)} />
      {failed.length === 0 && <StatusIndicator type="success">{text.overview.nothing_to_mend}</StatusIndicator>}
      {failed.map((result) => (
        <StatusIndicator key={result.id} type="error">
          {auditTitle(result, recordText)}
        </StatusIndicator>
      ))}
    </SpaceBetween>
  );
}
