import type { SiteResult, SiteRow } from '../../record/site-schema.ts';
import type { CrawlKnowledge, MatchedCrawls } from './crawl-knowledge.ts';

/** Members that concern the response of an address. */
const RESPONSE = ['http_status', 'redirects_to'] as const;
/** Members that concern the content of a page; they are compared only if the status is the same. */
const CONTENT = [
  'title',
  'meta_description',
  'h1',
  'canonical',
  'meta_robots',
  'x_robots_tag',
  'indexable',
  'content_hash',
] as const;

type ComparedField = (typeof RESPONSE)[number] | (typeof CONTENT)[number];

export interface ChangedPage {
  url: string;
  fields: { name: ComparedField; before: SiteRow[ComparedField]; now: SiteRow[ComparedField] }[];
}

/** @returns pages of both crawls that respond differently, or whose content differs */
export function changedPages({ newer, base }: MatchedCrawls): ChangedPage[] {
  return base.crawl.rows.flatMap((before) => {
    const now = newer.rowOf(base.keyOf(before.url));
    const names = now ? differingFields(before, now) : [];
    const differing = names.filter((name) => !areSameAddress(name, { before, now: now! }, { newer, base }));
    if (!now || differing.length === 0) return [];
    return [{ url: now.url, fields: differing.map((name) => ({ name, before: before[name], now: now[name] })) }];
  });
}

function differingFields(before: SiteRow, now: SiteRow): ComparedField[] {
  if (before.failure !== null || now.failure !== null) return [];
  const compared = before.http_status === now.http_status ? [...RESPONSE, ...CONTENT] : RESPONSE;
  return compared.filter((field) => before[field] !== now[field]);
}

const ADDRESSES: readonly string[] = ['redirects_to', 'canonical'];

function areSameAddress(
  name: ComparedField,
  rows: Record<'before' | 'now', SiteRow>,
  { newer, base }: Pick<MatchedCrawls, 'newer' | 'base'>,
): boolean {
  const [before, now] = [rows.before[name], rows.now[name]];
  if (!ADDRESSES.includes(name) || typeof before !== 'string' || typeof now !== 'string') return false;
  return base.keyOf(before) === newer.keyOf(now);
}

/** @returns the pages of one crawl that exist and that the other one lacks */
function pagesOnlyIn(one: CrawlKnowledge, other: CrawlKnowledge): SiteRow[] {
  return one.crawl.rows.filter((row) => exists(row) && !other.rowOf(one.keyOf(row.url)) && other.lacks(row));
}

const exists = ({ failure, http_status }: SiteRow) => failure === null && http_status !== null && http_status < 400;

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
  const changed = changedPages(crawls).map(({ url, fields }): Example => ({
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
