import { pathRules } from '../../analysis/robots/crawler-rules.ts';
import type { CrawlSettings } from '../store/item.ts';

/**
 * Returns a function that decides whether the settings of a crawl admit an address in normal form. As with `Allow` and
 * `Disallow`, the longest matching pattern applies, and `include` if two have the same length (RFC 9309, 2.2.2).
 *
 * @param settings absent: the whole site
 */
export function addressFilter(settings: CrawlSettings | undefined): (url: string) => boolean {
  if (!settings) return () => true;
  const { include, exclude } = settings;
  const patterns = (written: readonly string[], allow: boolean) => written.map((each) => ({ written: each, allow }));
  const ruleFor = pathRules([...patterns(include, true), ...patterns(exclude, false)]);
  return (url) => ruleFor(new URL(url))?.allow ?? include.length === 0;
}
