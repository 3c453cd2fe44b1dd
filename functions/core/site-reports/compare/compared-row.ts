import type { SiteRow } from '../../record/site-schema.ts';

/** Members that concern the response of an address. */
export const RESPONSE = ['http_status', 'redirects_to'] as const;
/** Members that concern the content of a page; they are compared only if the status is the same. */
export const CONTENT = [
  'title',
  'meta_description',
  'first_h1',
  'canonical',
  'meta_robots',
  'x_robots_tag',
  'indexable',
  'content_hash',
] as const;
/** Members that decide what a crawl knows of a page. */
type Knowledge = 'url' | 'failure' | 'depth' | 'seo_score';

export type ComparedField = (typeof RESPONSE)[number] | (typeof CONTENT)[number];
/** A page of a crawl, as it is compared. */
export type ComparedRow = Pick<SiteRow, ComparedField | Knowledge>;

/** Returns the members of a page that a comparison needs: those of both crawls are in memory. */
export function comparedRow(row: SiteRow): ComparedRow {
  return {
    url: row.url,
    http_status: row.http_status,
    failure: row.failure,
    redirects_to: row.redirects_to,
    depth: row.depth,
    indexable: row.indexable,
    seo_score: row.seo_score,
    title: row.title,
    meta_description: row.meta_description,
    first_h1: row.first_h1,
    canonical: row.canonical,
    meta_robots: row.meta_robots,
    x_robots_tag: row.x_robots_tag,
    content_hash: row.content_hash,
  };
}

const MEMBERS = Object.keys(comparedRow({} as SiteRow)) as (keyof ComparedRow)[];

/** Returns a row of another crawl instead of an equal one, so that what two crawls have in common is in memory once. */
export function sharedRow(row: ComparedRow, other: ComparedRow | undefined): ComparedRow {
  return other && MEMBERS.every((member) => row[member] === other[member]) ? other : row;
}
