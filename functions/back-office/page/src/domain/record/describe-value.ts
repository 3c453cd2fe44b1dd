import { describeFailure, type Translate, translateMessage } from '../../language/messages.ts';
import type { Format } from '../../language/format.ts';
import { metricValue } from '../../shared/metric-value.ts';

/** Members that hold times or days; texts of the site may look the same. */
const NAME_OF_TIME = /(?:_at|_from|_to|_start|_end|_modified|^date)$/;
/** A time without a zone stays as it is: its moment is not known. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Objects whose members have names of the site or of crawlers, each with the same members: shown as a table. */
const BY_NAME = /^(?:robots_txt|ai_access)\.agents$/;
/** Members that are better true than false. */
const JUDGED = new Set(['allowed', 'consistent', 'lang_matches', 'returns', 'valid']);
/** Messages of the service with their codes. */
const MESSAGES = 'robots_txt.errors.';
/** Codes of failures. */
const FAILURES = 'host_variants.variants..error';

/** A value of a record to be shown. */
export type Described =
  /** A text of the page. */
  | string
  /** Not known, or not applicable; the reason is shown if it is more than that. */
  | { missing: string | null }
  /** A text of the site, as it is. */
  | { site: string }
  /** A text that is judged. */
  | { mark: string; isGood: boolean }
  /** `more`: items that the record leaves out. */
  | { list: Described[]; more: number }
  | { head: string[]; rows: Described[][] }
  | { pairs: [name: string, value: Described][] };

/** How values of a record are written. */
export interface Writing {
  t: Translate;
  format: Format;
  /** Whether a member that is null is measured: there is none. */
  isNone: (path: string) => boolean;
}

/**
 * Describes a value of the record: numbers with the unit of their name, times and days, codes in words, lists, objects
 * and tables with the names of their members. Other texts stay as they are.
 *
 * @param path of the member, such as `page.ttfb_ms`; the items of a list have an empty name
 * @param total of a list of which the record has only a part
 */
export function describeValue(path: string, value: unknown, writing: Writing, total = 0): Described {
  const { t, format, isNone } = writing;
  const name = nameOf(keyOf(path));
  if (value === null || value === undefined) {
    const reason = `record.null.${keyOf(path)}`;
    const words = t.has(reason) ? t(reason) : null;
    if (isNone(path) || words === t('common.none')) return words ?? t('common.none');
    return { missing: words };
  }
  if (typeof value === 'number') return numberWithUnit(name, value, writing);
  if (typeof value === 'boolean') {
    const written = inWords(path, String(value), t) ?? t(value ? 'record.yes' : 'record.no');
    return JUDGED.has(name) ? { mark: written, isGood: value } : written;
  }
  if (typeof value === 'string') {
    if (path === FAILURES) return describeFailure({ code: value }, t);
    return inWords(path, value, t) ?? textOrTime(name, value, format);
  }
  if (Array.isArray(value)) return describeList(path, value, writing, total);
  const members = Object.entries(value);
  if (members.length === 0) return t('common.none');
  if (BY_NAME.test(path)) {
    const items = members.map(([site, member]) => ({ site, ...(member as object) }));
    return tableOf(path, items, writing);
  }
  return { pairs: members.flatMap(([member, one]) => pairOf(path, member, one, value, writing)) };
}

/** Returns the words for a code of a member, or of any member with its name; `null`: it is no code. */
function inWords(path: string, value: string, t: Translate): string | null {
  const keys = [keyOf(path), nameOf(keyOf(path))].map((member) => `record.values.${member}.${value}`);
  const key = keys.find((one) => t.has(one));
  return key && t.has(key) ? t(key) : null;
}

/** The total of a list is shown with the list. */
function pairOf(path: string, name: string, value: unknown, within: object, writing: Writing): [string, Described][] {
  const list = name.replace(/_total$/, '');
  if (list !== name && list in within) return [];
  const total = (within as Record<string, unknown>)[`${name}_total`];
  const described = describeValue(`${path}.${name}`, value, writing, typeof total === 'number' ? total : 0);
  return [[memberName(`${path}.${name}`, writing.t), described]];
}

function textOrTime(name: string, value: string, format: Format): Described {
  const isTime = NAME_OF_TIME.test(name) && !Number.isNaN(Date.parse(value));
  if (isTime && TIME.test(value)) return format.time(value);
  return isTime && DAY.test(value) ? format.date(value) : { site: value };
}

function numberWithUnit(name: string, value: number, { format, t }: Writing): string {
  if (name.endsWith('_usd')) return format.usd(value);
  if (name.endsWith('_bytes')) return `${format.number(value)} ${t('audits.units.bytes')}`;
  return metricValue(name, value, format, t);
}

function describeList(path: string, items: unknown[], writing: Writing, total: number): Described {
  if (items.length === 0) return writing.t('common.none');
  if (typeof items[0] === 'object' && items[0] !== null) return tableOf(path, items as object[], writing);
  return {
    list: items.map((item) => describeValue(`${path}.`, item, writing)),
    more: Math.max(total - items.length, 0),
  };
}

/** A table with a row for each object; `site` is a name. */
function tableOf(path: string, items: readonly object[], writing: Writing): Described {
  const rows = path + '.' === MESSAGES ? items.map((item) => withMessage(item as Coded, writing.t)) : items;
  const columns = Object.keys(rows[0]!);
  return {
    head: columns.map((name) => memberName(`${path}..${name}`, writing.t)),
    rows: rows.map((row) =>
      columns.map((name) => describeValue(`${path}..${name}`, (row as Record<string, unknown>)[name], writing)),
    ),
  };
}

/** An invalid line of robots.txt. */
interface Coded {
  message: string;
  code?: string | null;
}

/** The line with its message in the page's language, without the code. */
function withMessage({ code, message, ...others }: Coded, t: Translate): object {
  return { ...others, message: translateMessage(`audits.messages.${code}`, { message, values: {} }, t) };
}

const nameOf = (key: string) => key.slice(key.lastIndexOf('.') + 1);
/** The items of a list have an empty name: `page.redirects..url` is `page.redirects.url` in keys of messages. */
const keyOf = (path: string) => path.replaceAll(/\.{2,}/g, '.').replace(/\.$/, '');

/** Returns the name of a member in the page's language: that of its path, or else that of any member with its name. */
export function memberName(path: string, t: Translate): string {
  const name = nameOf(path);
  const key = [`record.members.${keyOf(path)}`, `record.members.${name}`].find((one) => t.has(one));
  return key && t.has(key) ? t(key) : name;
}

/** The same without line breaks. */
export function inOneLine(described: Described): string {
  if (typeof described === 'string') return described;
  if ('missing' in described) return '–';
  if ('site' in described) return described.site;
  if ('mark' in described) return described.mark;
  if ('list' in described) return described.list.map(inOneLine).join(', ');
  if ('pairs' in described) return described.pairs.map(([name, value]) => `${name} ${inOneLine(value)}`).join(' · ');
  const { head, rows } = described;
  return rows.map((row) => row.map((value, index) => `${head[index]} ${inOneLine(value)}`).join(' · ')).join(', ');
}
