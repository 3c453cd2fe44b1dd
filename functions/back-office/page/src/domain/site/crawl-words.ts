import type { SiteComparison } from '../../../../contract.ts';
import type { SiteCrawl } from '../../../../../core/record/site-schema.ts';
import type { Translate } from '../../language/messages.ts';

/** Returns what a crawl covers, in words. */
export function scopeText(
  { include, exclude, depth, urls_total, sitemaps_total }: SiteCrawl['scope'],
  t: Translate,
): string {
  const parts = [
    ...(include.length > 0 ? [t('site.scope.include', { paths: include.join(', ') })] : []),
    ...(exclude.length > 0 ? [t('site.scope.exclude', { paths: exclude.join(', ') })] : []),
    ...(depth === null ? [] : [t('site.scope.depth', { count: depth })]),
    ...(urls_total > 0 ? [t('site.scope.urls', { count: urls_total })] : []),
    ...(sitemaps_total > 0 ? [t('site.scope.sitemaps', { count: sitemaps_total })] : []),
  ];
  return parts.join(' · ') || t('site.scope.whole');
}

/** Whether a crawl followed links, so that it shows how many clicks lead to a page, and which pages no link leads to. */
export const followsLinks = ({ urls_total, sitemaps_total }: SiteCrawl['scope']) => urls_total + sitemaps_total === 0;

type Ended = Pick<SiteCrawl, 'complete' | 'stop_reason'>;

/** Returns how a crawl ended, as the last part of the keys of its texts. */
export function endOf({ complete, stop_reason }: Ended) {
  return complete ? 'complete' : (stop_reason ?? 'too_many_addresses');
}

/** Returns why a crawl is not complete, and what to do, in two sentences. */
export function incompleteText(crawl: Ended, t: Translate): string {
  const end = endOf(crawl);
  return end === 'complete' ? '' : `${t(`site.stop_reasons.${end}`)} ${t(`site.to_do.${end}`)}`;
}

/** Returns why occurrences were not compared: what one of the crawls did not read, or that they differ in kind. */
export function notComparedText({ crawl, base }: Pick<SiteComparison, 'crawl' | 'base'>, t: Translate): string {
  const known = Math.max(crawl.pages ?? 0, base.pages ?? 0);
  const unread = Object.entries({ crawl, base }).flatMap(([which, one]) => {
    const { pages } = one;
    if (one.complete || pages === null) return [];
    const values = { which: t(`site.compare.${which as 'crawl'}`), pages, known, end: t(`site.ends.${endOf(one)}`) };
    return [t(pages < known ? 'site.compare.read_of' : 'site.compare.read', values)];
  });
  const differ = (['scope', 'options'] as const).filter((name) => kindOf(crawl[name]) !== kindOf(base[name]));
  const reasons = [...unread, ...differ.map((name) => t(`site.compare.differ.${name}`))];
  return reasons.length > 0 ? reasons.join(' ') : t('site.compare.unread');
}

/** The rate of a crawl and the values that it extracts decide nothing. */
const kindOf = (value: object) => JSON.stringify({ ...value, rate: 0, extract: [] });
