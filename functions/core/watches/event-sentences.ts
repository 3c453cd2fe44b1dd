import { betterOf, type MetricName, metricNames } from '../record/history-values.ts';
import type { NewIssues } from './delivery-schema.ts';
import { english, type TextKey } from './event-texts-en.ts';
import { chinese } from './event-texts-zh.ts';
import { createFillText, type Text } from './fill-text.ts';

// Pure: mails and the page describe events with it.

export const eventLanguages = ['en', 'zh'] as const;
export type EventLanguage = (typeof eventLanguages)[number];

/** Facts of an event, of this or a later version of the service. */
export interface DescribedEvent {
  condition: { on: string; snapshots?: unknown; value?: unknown; within_days?: unknown };
  name: string;
  before: unknown;
  after: unknown;
}

/** An event in words. */
export interface EventSentence {
  /** What happened, in a short sentence without a period. */
  title: string;
  /** From what to what, and where; may be empty. */
  details: string[];
}

/** Titles of issues by id, in the language of the sentences. */
export type IssueTitles = Readonly<Record<string, string>>;

const TEXTS: Record<EventLanguage, Readonly<Record<TextKey, Text>>> = { en: english, zh: chinese };
/** Locales in which numbers and times are written. */
export const LOCALES: Record<EventLanguage, string> = { en: 'en', zh: 'zh-CN' };

/** Number of kinds of issues that a title names. */
const NAMED_ISSUES = 3;

/** Describes events in a language. */
export type DescribeEvent = (event: DescribedEvent) => EventSentence;

/** Creates the function that describes events in a language. */
export function createDescribeEvent(language: EventLanguage, issueTitles: IssueTitles): DescribeEvent {
  const words = createWords(language);
  const kinds = kindsOf(words, issueTitles);
  return (event) => (kinds[event.condition.on] ?? kinds.changed!)(event);
}

type Words = ReturnType<typeof createWords>;

/** Creates the functions that fill the texts of a language. */
function createWords(language: EventLanguage) {
  const texts = TEXTS[language];
  const locale = LOCALES[language];
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const has = (key: string): key is TextKey => Object.hasOwn(texts, key);
  const text = createFillText(texts, locale);
  return {
    text,
    /** Returns the text of a name in a group; that of `unknown` for a name of a later version. */
    named: (group: 'metrics' | 'changed' | 'failures', name: string) => {
      const key = `${group}.${name}`;
      return text(has(key) ? key : `${group}.unknown`);
    },
    date: (time: string) => dates.format(new Date(time)),
    percent: (share: number) => percent.format(share),
    /** Returns a value of a metric with its unit. */
    value: (name: string, value: number) => valueText(name, value, text, numbers),
  };
}

function valueText(name: string, value: number, text: Words['text'], numbers: Intl.NumberFormat): string {
  if (name === 'http_status') return String(value);
  if (name === 'tls_days_remaining') return text('days', { count: value });
  if (name === 'lcp_p75_ms' || name === 'fcp_p75_ms') return `${numbers.format(value / 1_000)} s`;
  if (name.endsWith('_ms')) return `${numbers.format(value)} ms`;
  return numbers.format(name === 'organic_etv' ? Math.round(value) : value);
}

/** Returns how each kind of event is described; some are kinds of the timeline only. */
function kindsOf(words: Words, titles: IssueTitles): Record<string, DescribeEvent> {
  const { text, named, value } = words;
  const changed = (event: DescribedEvent) => describeChange(event, words);
  const limited =
    (kind: 'below' | 'above'): DescribeEvent =>
    ({ name, condition, before, after }) => {
      if (typeof after !== 'number') return changed({ condition, name, before, after });
      const limit = value(name, Number(condition.value));
      return {
        title: text(kind, { metric: named('metrics', name), limit, after: value(name, after) }),
        details: typeof before === 'number' ? [text('before', { before: value(name, before) })] : [],
      };
    };
  const expires =
    (kind: 'certificate' | 'registration'): DescribeEvent =>
    ({ condition, before, after }) => {
      const days = Number(after);
      const daysText = (left: number) => text(left < 0 ? 'days_ago' : 'days', { count: Math.abs(left) });
      const title =
        days < 0
          ? text(`${kind}_expired`)
          : days === 0
            ? text(`${kind}_expires_today`)
            : text(`${kind}_expires`, { count: days });
      return {
        title,
        details: [
          ...(typeof before === 'number' ? [text('before', { before: daysText(before) })] : []),
          ...(typeof condition.within_days === 'number' && condition.within_days > 0
            ? [text('limit', { limit: daysText(condition.within_days) })]
            : []),
        ],
      };
    };
  return {
    changed,
    drop: changed,
    rise: changed,
    below: limited('below'),
    above: limited('above'),
    certificate_expires: expires('certificate'),
    registration_expires: expires('registration'),
    unreachable: (event) => describeUnreachable(event, words),
    reachable: () => ({ title: text('reachable'), details: [] }),
    indexable: () => ({ title: text('indexable'), details: [] }),
    noindex: ({ before }) => ({
      title: text('noindex'),
      details: [text('noindex_reason'), ...(before === 'no' ? [text('was_indexable')] : [])],
    }),
    new_issues: (event) => describeIssues('new_issues', event, words, titles),
    fixed_issues: (event) => describeIssues('fixed_issues', event, words, titles),
  };
}

const METRICS: ReadonlySet<string> = new Set(metricNames);

function describeChange({ name, before, after }: DescribedEvent, words: Words): EventSentence {
  if (typeof before === 'number' && typeof after === 'number') return describeMove(name, before, after, words);
  const { text, named } = words;
  const values = { before: shown(name, before, words), after: shown(name, after, words) };
  // Hashes of contents mean nothing to people.
  return {
    title: named('changed', name),
    details: name === 'content_hash' ? [] : [text('from_to', values)],
  };
}

function shown(name: string, value: unknown, { text, date }: Words): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') return text('empty');
  if (name === 'site_crawl') return text(value === 'complete' ? 'crawl.complete' : 'crawl.page_limit');
  if (name === 'expires_at' && !Number.isNaN(Date.parse(value))) return date(value);
  return text('quoted', { text: value });
}

/** Describes a change of a number: for the better or the worse where less is better, otherwise by its direction. */
function describeMove(name: string, before: number, after: number, words: Words): EventSentence {
  const { text, named, value, percent } = words;
  const values = {
    metric: named('metrics', name),
    before: value(name, before),
    after: value(name, after),
  };
  if (name === 'http_status' || !METRICS.has(name)) return { title: text('changed', values), details: [] };
  const isLessBetter = betterOf(name as MetricName) === 'less';
  const verb = isLessBetter ? (after > before ? 'worsened' : 'improved') : after > before ? 'rose' : 'dropped';
  const difference = after - before;
  const share = before === 0 ? null : percent(difference / before);
  const size = (difference < 0 ? '-' : '+') + value(name, Math.abs(difference));
  return {
    title: text(verb, values),
    details: share === null ? [] : [text('change', { difference: size, share })],
  };
}

const SERVER_ERROR = /^http_(\d{3})$/;

function describeUnreachable({ condition, before, after }: DescribedEvent, { text, named }: Words): EventSentence {
  const status = SERVER_ERROR.exec(String(after))?.[1];
  const reason = named('failures', String(after));
  const { snapshots } = condition;
  return {
    title: status === undefined ? text('unreachable', { reason }) : text('server_error', { status }),
    details: [
      ...(typeof snapshots === 'number' && snapshots > 1 ? [text('snapshots', { count: snapshots })] : []),
      ...(before === 'ok' ? [text('was_reachable')] : []),
    ],
  };
}

function describeIssues(
  kind: 'new_issues' | 'fixed_issues',
  { after }: DescribedEvent,
  { text }: Words,
  titles: IssueTitles,
): EventSentence {
  const { counts = {}, occurrences = [], more = 0 } = (after ?? {}) as Partial<NewIssues>;
  // An issue that this version does not know any more.
  const titleOf = (id: string) => titles[id] ?? id.replaceAll('-', ' ');
  const found = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  const total = found.reduce((sum, [, count]) => sum + count, 0);
  const named = found.map(([id, count]) =>
    found.length === 1 ? titleOf(id) : text('issue_count', { count, issue: titleOf(id) }),
  );
  const others = found.length - NAMED_ISSUES;
  const issues = [
    ...named.slice(0, NAMED_ISSUES),
    ...(others > 0 ? [text('other_kinds', { count: others })] : []),
  ].join(text('separator'));
  return {
    title: text(kind, { count: total, issues }),
    details: [
      ...named.slice(NAMED_ISSUES),
      ...occurrences.map(({ issue, url, target, status }) => {
        const values = { issue: titleOf(issue), url, target: target ?? '', status: String(status) };
        if (target === null) return text('occurrence', values);
        return text(status === null ? 'occurrence_target' : 'occurrence_status', values);
      }),
      ...(more > 0 && occurrences.length > 0 ? [text('more', { count: more })] : []),
    ],
  };
}
