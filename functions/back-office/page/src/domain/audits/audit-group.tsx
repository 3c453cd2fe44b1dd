import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { Audit } from '../../../../../core/record/record.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { AuditResult } from './audit-result.tsx';
import { heaviestFirst } from './order.ts';

interface AuditGroupProps {
  status: 'pass' | 'not_applicable';
  audits: Audit['audits'];
}

/** The audits with which nothing is wrong, collapsed. */
export function AuditGroup({ status, audits }: AuditGroupProps) {
  const text = useText();
  const format = useFormat();
  const shown = heaviestFirst(audits, status);
  if (shown.length === 0) return null;
  return (
    <ExpandableSection
      headerText={text.audits.group(text.audits.statuses[status], format.number(shown.length))}
      headingTagOverride="h2"
    >
      {shown.map((result) => (
        <AuditResult key={result.id} result={result} />
      ))}
    </ExpandableSection>
  );
}
