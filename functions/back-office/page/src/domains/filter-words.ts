import type { Translate } from '../language/messages.ts';
import { type Condition, isMetric, isProperty } from './domain-filter.ts';

const SYMBOLS: Record<string, string> = { '<': '<', '<=': '≤', '>': '>', '>=': '≥', '=': '=', '!=': '≠' };

/** The operator of a condition, in words or as a symbol. */
export function operatorText(property: string, operator: string, t: Translate): string {
  if (isMetric(property)) return SYMBOLS[operator] ?? operator;
  return operator === '=' ? t('domains.filters.is') : t('domains.filters.is_not');
}

/** A value of a property. Tags are shown as they are. */
export function valueText(property: string, value: string, t: Translate): string {
  const key = `domains.${property}s.${value}`;
  return t.has(key) ? t(key) : value;
}

/** A condition in words, such as `SEO score < 50`. */
export function conditionText({ property, operator, value }: Condition, t: Translate): string {
  const name = isProperty(property) ? t(`domains.properties.${property}`) : property;
  return `${name} ${operatorText(property, operator, t)} ${valueText(property, value, t)}`;
}
