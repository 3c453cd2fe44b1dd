import type { Audit } from '../../../../../core/record/record.ts';
import type { Writing } from '../record/describe-value.ts';

type Check = Pick<Audit['extra_checks'][number], 'id' | 'value' | 'unit' | 'threshold'>;

/**
 * What a check looks at, what it found and what passes, in the page's language; of a check that the page does not know,
 * the words of the answer.
 */
export function checkWords({ id, value, unit, threshold }: Check, writing: Omit<Writing, 'isNone' | 't'>) {
  const { text, record, format } = writing;
  const known = (record.checks as Record<string, { name: string; passes: string }>)[id];
  const written = () => {
    if (value === null) return text.common.none;
    if (typeof value === 'boolean') return value ? text.common.yes : text.common.no;
    return typeof value === 'number' ? format.number(value) : value;
  };
  const unitWords = unit === null ? '' : ((record.units as Record<string, string>)[unit] ?? unit);
  const hasUnit = value !== null && unitWords !== '';
  return {
    name: known?.name ?? id,
    value: hasUnit ? `${written()} ${unitWords}` : written(),
    passes: known?.passes ?? threshold,
  };
}
