import { pathRules } from '../../analysis/robots/crawler-rules.ts';
import type { CrawlScope } from '../store/item.ts';

/**
 * Returns a function that decides whether the scope of a crawl admits an address in normal form. As with `Allow` and
 * `Disallow`, the longest matching pattern applies, and `include` if two have the same length (RFC 9309, 2.2.2).
 *
 * @param scope absent: the whole site
 */
export function addressFilter(scope: CrawlScope | undefined): (url: string) => boolean {
  const { include = [], exclude = [] } = scope ?? {};
  if (include.length + exclude.length === 0) return () => true;
  const patterns = (written: readonly string[], allow: boolean) => written.map((each) => ({ written: each, allow }));
  const ruleFor = pathRules([...patterns(include, true), ...patterns(exclude, false)]);
  return (url) => ruleFor(new URL(url))?.allow ?? include.length === 0;
}
