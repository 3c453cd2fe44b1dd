import { collapse } from '../../text/text.ts';
import type { SitePage } from './site.ts';

/** What pages are compared by. */
export type Compared = 'title' | 'meta_description' | 'h1' | 'text_hash';

/**
 * Groups of indexable pages that have the same in a place, apart from white space; nothing is no such thing.
 *
 * @returns groups of two pages or more, both in the order of the pages
 */
export function duplicates(pages: readonly SitePage[], compared: Compared): SitePage[][] {
  const groups = new Map<string, SitePage[]>();
  for (const page of pages) {
    const value = collapse(page.facts?.[compared] ?? '');
    if (!page.indexable || value === '') continue;
    const group = groups.get(value);
    if (group) group.push(page);
    else groups.set(value, [page]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
