import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Audit } from '../../../../../shared/record/record.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { AuditResult } from './audit-result.tsx';
import { ExtraChecks } from './extra-checks.tsx';
import { worstFirst } from './order.ts';

/** The audits of the home page, with what to fix. */
export function Audits({ audit }: { audit: Audit | null }) {
  const text = useText();
  const format = useFormat();
  if (audit === null) return <Box>{text.audits.none}</Box>;
  return (
    <SpaceBetween size="m">
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
            <Box key={warning}>{warning}</Box>
          ))}
        </div>
      )}
      <SpaceBetween size="xs">
        {worstFirst(audit.audits).map((result) => (
          <AuditResult key={result.id} result={result} />
        ))}
      </SpaceBetween>
      <ExtraChecks checks={audit.extra_checks} />
    </SpaceBetween>
  );
}
