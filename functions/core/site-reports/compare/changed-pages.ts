import type { SiteResult } from '../../record/site-schema.ts';
import { type ComparedField, type ComparedRow, CONTENT, RESPONSE } from './compared-row.ts';
import type { CrawlKnowledge, MatchedCrawls } from './crawl-knowledge.ts';

type Value = string | number | boolean | null;

interface ChangedField {
  /** A member of rows; `extracted.<name>` for a value that both crawls extract. */
  name: string;
  before: Value;
  now: Value;
}

export interface ChangedPage {
  url: string;
  fields: ChangedField[];
}

/** Lists pages of both crawls that respond differently, or whose content differs. */
export function* changedPages({ newer, base }: MatchedCrawls): Generator<ChangedPage> {
  const extracted = sharedValues(newer, base);
  for (const before of base.crawl.rows) {
    const now = newer.rowOf(base.numberOf(before.url));
    if (!now) continue;
    const names = differingFields(before, now);
    const differing = names.filter((name) => !areSameAddress(name, { before, now }, { newer, base }));
    const fields = [
      ...differing.map((name): ChangedField => ({ name, before: before[name], now: now[name] })),
      ...differingValues(before, now, extracted),
    ];
    if (fields.length > 0) yield { url: now.url, fields };
  }
}

/** @returns the names of the values that both crawls extract in the same way */
function sharedValues({ crawl: newer }: CrawlKnowledge, { crawl: base }: CrawlKnowledge): string[] {
  const before = base.options?.extract ?? [];
  return (newer.options?.extract ?? []).flatMap(({ name, css, get }) =>
    before.some((rule) => rule.name === name && rule.css === css && rule.get === get) ? [name] : [],
  );
}

/** Values of pages that have the same status, and of which both crawls could read the values. */
function differingValues(before: ComparedRow, now: ComparedRow, names: readonly string[]): ChangedField[] {
  const isRead = ({ extracted, extract_failure, seo_score }: ComparedRow) =>
    extracted !== undefined && extract_failure === null && seo_score !== null;
  if (!isRead(before) || !isRead(now)) return [];
  return names.flatMap((name): ChangedField[] => {
    const [old, current] = [before.extracted![name] ?? null, now.extracted![name] ?? null];
    return old === current ? [] : [{ name: `extracted.${name}`, before: old, now: current }];
  });
}

const ALL = [...RESPONSE, ...CONTENT];

function differingFields(before: ComparedRow, now: ComparedRow): ComparedField[] {
  if (before.failure !== null || now.failure !== null) return [];
  const compared = before.http_status === now.http_status ? ALL : RESPONSE;
  return compared.filter((field) => before[field] !== now[field]);
}

const ADDRESSES: readonly string[] = ['redirects_to', 'canonical'];

function areSameAddress(
  name: ComparedField,
  rows: Record<'before' | 'now', ComparedRow>,
  { newer, base }: Pick<MatchedCrawls, 'newer' | 'base'>,
): boolean {
  const [before, now] = [rows.before[name], rows.now[name]];
  if (!ADDRESSES.includes(name) || typeof before !== 'string' || typeof now !== 'string') return false;
  return base.keyOf(before) === newer.keyOf(now);
}

/** @returns the pages of one crawl that exist and that the other one lacks */
function pagesOnlyIn(one: CrawlKnowledge, other: CrawlKnowledge): ComparedRow[] {
  return one.crawl.rows.filter((row) => exists(row) && !other.rowOf(one.numberOf(row.url)) && other.lacks(row));
}

const exists = ({ failure, http_status }: ComparedRow) => failure === null && http_status !== null && http_status < 400;

type Changes = NonNullable<SiteResult['changes']>;
type Example = Changes['examples'][number];

const MAX_EXAMPLES = 100;

/** @returns the pages that are new, gone and changed, as the result of a crawl contains them, without their base */
export function siteChanges(crawls: MatchedCrawls): Omit<Changes, 'since'> {
  const added = pagesOnlyIn(crawls.newer, crawls.base).map(({ url }): Example => ({
    url,
    change: 'added',
    fields: [],
  }));
  const removed = pagesOnlyIn(crawls.base, crawls.newer).map(({ url }): Example => ({
    url,
    change: 'removed',
    fields: [],
  }));
  const changed = Array.from(changedPages(crawls), ({ url, fields }): Example => ({
    url,
    change: 'changed',
    fields: fields.map(({ name }) => name),
  }));
  return {
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    examples: examplesOf([added, removed, changed]),
  };
}

/** Takes examples of each kind alternately, so that every kind is present; the result is grouped by kind. */
function examplesOf(kinds: Example[][]): Example[] {
  const alternating = Array.from({ length: MAX_EXAMPLES }, (_, position) =>
    kinds.flatMap((kind) => kind.slice(position, position + 1)),
  );
  const shown = new Set(alternating.flat().slice(0, MAX_EXAMPLES));
  return kinds.flatMap((kind) => kind.filter((example) => shown.has(example)));
}
