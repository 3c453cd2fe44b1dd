import type { Dictionary } from '../../language/dictionary.ts';
import type { Format } from '../../language/format.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const UNITS: [suffix: string, unit: string][] = [
  ['_ms', 'ms'],
  ['_bytes', 'bytes'],
  ['_usd', 'USD'],
];

export type Described = string | { list: string[] } | { pairs: [name: string, value: Described][] };

/**
 * Formats a value of the record: numbers with the unit of their name, times in the operator's zone, lists and objects
 * recursively. Strings stay as is.
 *
 * @param name of the member, whose suffix is the unit
 */
export function describeValue(name: string, value: unknown, text: Dictionary, format: Format): Described {
  if (value === null || value === undefined) return text.common.not_known;
  if (typeof value === 'number') return numberWithUnit(name, value, format);
  if (typeof value === 'boolean') return value ? text.common.yes : text.common.no;
  if (typeof value === 'string') return TIME.test(value) ? format.time(value) : value;
  if (Array.isArray(value)) return describeList(value, text, format);
  const members = Object.entries(value);
  if (members.length === 0) return text.common.none;
  return { pairs: members.map(([key, member]) => [key, describeValue(key, member, text, format)]) };
}

function numberWithUnit(name: string, value: number, format: Format): string {
  const unit = UNITS.find(([suffix]) => name.endsWith(suffix))?.[1];
  return unit ? `${format.number(value)} ${unit}` : format.number(value);
}

/** Each item is on one line, also objects. */
function describeList(items: unknown[], text: Dictionary, format: Format): Described {
  if (items.length === 0) return text.common.none;
  return { list: items.map((item) => inOneLine(describeValue('', item, text, format))) };
}

function inOneLine(described: Described): string {
  if (typeof described === 'string') return described;
  if ('list' in described) return described.list.join(', ');
  return described.pairs.map(([name, value]) => `${name} ${inOneLine(value)}`).join(' · ');
}
