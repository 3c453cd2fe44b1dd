import type { SiteResult } from '../../record/site-schema.ts';
import { type ComparedField, type ComparedRow, CONTENT, RESPONSE } from './compared-row.ts';
import type { CrawlKnowledge, MatchedCrawls } from './crawl-knowledge.ts';

export interface ChangedPage {
  url: string;
  fields: { name: ComparedField; before: ComparedRow[ComparedField]; now: ComparedRow[ComparedField] }[];
}

/** Lists pages of both crawls that respond differently, or whose content differs. */
export function* changedPages({ newer, base }: MatchedCrawls): Generator<ChangedPage> {
  for (const before of base.crawl.rows) {
    const now = newer.rowOf(base.numberOf(before.url));
    const names = now ? differingFields(before, now) : [];
    const differing = names.filter((name) => !areSameAddress(name, { before, now: now! }, { newer, base }));
    if (!now || differing.length === 0) continue;
    yield { url: now.url, fields: differing.map((name) => ({ name, before: before[name], now: now[name] })) };
  }
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
