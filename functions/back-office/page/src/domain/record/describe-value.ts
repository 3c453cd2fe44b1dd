import type { Dictionary } from '../../language/dictionary.ts';
import type { Format } from '../../language/format.ts';
import type { RecordDictionary } from '../../language/record/record-dictionary.ts';
import type { Translate } from '../../language/messages.ts';
import { translateMessage } from '../../language/translate-message.ts';
import { memberName, valueWords } from './member-words.ts';

/** Members that hold times or days; texts of the site may look the same. */
const NAME_OF_TIME = /(?:_at|_from|_to|_start|_end|_modified|^date)$/;
/** A time without a zone stays as it is: it is not known when it was. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const UNIT = /_(ms|bytes|usd)$/;
/** Messages of the service, with their codes, among texts of the site. */
const MESSAGES = /^robots_txt\.errors\.+$/;

export type Described = string | { list: string[] } | { pairs: [name: string, value: Described][] };

/** How values of a record are written. */
export interface Writing {
  text: Dictionary;
  record: RecordDictionary;
  t: Translate;
  format: Format;
  /** Whether a member that is null is measured: there is none. */
  isNone: (path: string) => boolean;
}

/**
 * Formats a value of the record: numbers with the unit of their name, times and days, lists and objects recursively
 * with the names of their members. Other texts stay as they are.
 *
 * @param path of the member, such as `page.ttfb_ms`; its last part tells its unit, and whether it is a time
 */
export function describeValue(path: string, value: unknown, writing: Writing): Described {
  const { text, record, format, isNone } = writing;
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (value === null || value === undefined) return isNone(path) ? text.common.none : text.common.not_known;
  if (typeof value === 'number') return numberWithUnit(name, value, writing);
  if (typeof value === 'boolean') return value ? text.common.yes : text.common.no;
  if (typeof value === 'string') return textOrTime(name, valueWords(path, value, record), format);
  if (Array.isArray(value)) return describeList(path, value, writing);
  const members = Object.entries(MESSAGES.test(path) ? withMessage(value as Coded, writing.t) : value);
  if (members.length === 0) return text.common.none;
  return { pairs: members.map(([key, member]) => pairOf(path, key, member, writing)) };
}

/** A line of robots.txt with an error, without the code. */
interface Coded {
  message: string;
  code?: string | null;
}

function withMessage({ code, message, ...others }: Coded, t: Translate): object {
  return { ...others, message: translateMessage(`audits.messages.${code}`, { message, params: {} }, t) };
}

function pairOf(path: string, key: string, member: unknown, writing: Writing): [name: string, value: Described] {
  const memberPath = `${path}.${key}`;
  return [memberName(memberPath, key, writing.record), describeValue(memberPath, member, writing)];
}

function textOrTime(name: string, value: string, format: Format): string {
  if (!NAME_OF_TIME.test(name) || Number.isNaN(Date.parse(value))) return value;
  if (TIME.test(value)) return format.time(value);
  return DAY.test(value) ? format.date(value) : value;
}

function numberWithUnit(name: string, value: number, { format, record }: Writing): string {
  const unit = UNIT.exec(name)?.[1] as 'ms' | 'bytes' | 'usd' | undefined;
  return unit ? `${format.number(value)} ${record.units[unit]}` : format.number(value);
}

/** Each item is on one line, also objects. */
function describeList(path: string, items: unknown[], writing: Writing): Described {
  if (items.length === 0) return writing.text.common.none;
  return { list: items.map((item) => inOneLine(describeValue(`${path}.`, item, writing))) };
}

/** The same without line breaks. */
export function inOneLine(described: Described): string {
  if (typeof described === 'string') return described;
  if ('list' in described) return described.list.join(', ');
  return described.pairs.map(([name, value]) => `${name} ${inOneLine(value)}`).join(' · ');
}
