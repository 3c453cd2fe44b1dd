import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { DomainAnswer } from '../../../../../../core/record/record.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useText } from '../../../language/use-language.ts';
import { DataTable } from '../../../shared/data-table.tsx';

type Field = NonNullable<DomainAnswer['performance']['field']>;
type Figures = NonNullable<Field['desktop']>;

const MEASURED = ['lcp_p75_ms', 'inp_p75_ms', 'cls_p75', 'fcp_p75_ms', 'ttfb_p75_ms'] as const;
const TYPES: Record<NonNullable<Figures['assessment']>, StatusIndicatorProps.Type> = {
  good: 'success',
  needs_improvement: 'warning',
  poor: 'error',
};

/** What visitors experienced on phones and on desktop computers, side by side. */
export function FieldPerformance({ of }: { of: Field }) {
  const text = useText();
  const format = useFormat();
  const words = text.record.field;
  const desktop = of.desktop;
  const cell = (figures: Figures, name: keyof Figures) => {
    if (name === 'assessment') return <Assessment of={figures.assessment} />;
    const value = figures[name];
    if (value === null) return text.common.not_known;
    return name.endsWith('_ms') ? `${format.number(value)} ms` : format.number(value);
  };
  return (
    <SpaceBetween size="xs">
      <Box color="text-body-secondary">{words.period(format.date(of.period_start), format.date(of.period_end))}</Box>
      <DataTable
        variant="embedded"
        wrapLines
        ariaLabels={{ tableLabel: text.record.sections['performance.field'] }}
        items={[...MEASURED, 'assessment' as const]}
        columnDefinitions={[
          { id: 'figure', header: text.history.figure, cell: (name) => words.figures[name], isRowHeader: true },
          { id: 'phone', header: words.phone, cell: (name) => cell(of, name) },
          {
            id: 'desktop',
            header: words.desktop,
            cell: (name) => (desktop === null ? text.common.not_known : cell(desktop, name)),
          },
        ]}
      />
      {desktop === null && <Box color="text-body-secondary">{words.no_desktop}</Box>}
    </SpaceBetween>
  );
}

function Assessment({ of }: { of: Figures['assessment'] }) {
  const text = useText();
  if (of === null) return text.common.not_known;
  return <StatusIndicator type={TYPES[of]}>{text.record.field.assessments[of]}</StatusIndicator>;
}
