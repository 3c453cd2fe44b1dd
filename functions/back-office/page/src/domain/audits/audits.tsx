import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { useFormat } from '../../language/use-format.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { useText } from '../../language/use-language.ts';
import { describeAbsence } from '../../sources/absence.ts';
import { sourceOf } from '../../sources/source-of.ts';
import { SourceNote } from '../../sources/source-note.tsx';
import { AuditGroup } from './audit-group.tsx';
import { AuditResult } from './audit-result.tsx';
import { explanationOf } from './audit-title.ts';
import { ExtraChecks } from './extra-checks.tsx';
import { heaviestFirst } from './order.ts';

/** The audits of a page: what is wrong first, the others by groups. */
export function Audits({ record: { audit, sources } }: { record: Pick<DomainAnswer, 'audit' | 'sources'> }) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  if (audit === null) return <Box>{describeAbsence('audit', sources, text)}</Box>;
  const failed = heaviestFirst(audit.audits, 'fail');
  const warningOf = (warning: string) => {
    const result = audit.audits.find(({ explanation }) => explanation === warning);
    return result ? explanationOf(result, t) : warning;
  };
  return (
    <SpaceBetween size="m">
      <SourceNote of={sourceOf('audit', sources)} />
      <Box color="text-body-secondary">
        {text.audits.counts(
          format.number(audit.passed),
          format.number(audit.failed),
          format.number(audit.not_applicable),
        )}{' '}
        · {audit.compatible_with}
      </Box>
      {audit.warnings.length > 0 && (
        <div>
          <Box variant="h2">{text.audits.warnings}</Box>
          {audit.warnings.map((warning) => (
            <Box key={warning}>{warningOf(warning)}</Box>
          ))}
        </div>
      )}
      {failed.length === 0 ? (
        <StatusIndicator type="success">{text.overview.nothing_to_mend}</StatusIndicator>
      ) : (
        <Box variant="h2">{text.audits.group(text.audits.statuses.fail, format.number(failed.length))}</Box>
      )}
      <SpaceBetween size="xs">
        {failed.map((result) => (
          <AuditResult key={result.id} result={result} />
        ))}
      </SpaceBetween>
      <AuditGroup status="pass" audits={audit.audits} />
      <AuditGroup status="not_applicable" audits={audit.audits} />
      <ExtraChecks checks={audit.extra_checks} />
    </SpaceBetween>
  );
}
