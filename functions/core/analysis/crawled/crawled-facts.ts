import { pageAddress } from '../../platform/names/page-address.ts';
import type { ServedPage } from '../../platform/network/served-page.ts';
import type { CrawledFacts } from '../../record/crawled-page.ts';
import { truncate } from '../../platform/text/text.ts';
import type { PageAnalysis } from '../analyse-page.ts';
import type { DocumentLink } from '../page/document-links.ts';
import { pageDirectives } from '../robots/page-directives.ts';
import type { CrawledLinks } from './crawled-links.ts';
import { textHash } from './text-hash.ts';

/** Alternates that are kept; sites in very many languages come near. */
export const MAX_ALTERNATES = 1_000;
/** Bytes of what is kept of them together: see `MAX_LINK_CHARACTERS`. */
export const MAX_ALTERNATE_BYTES = 100_000;
/** In characters (code points); real ones are far below. */
const MAX_HREFLANG = 100;
const MAX_ROBOTS_TAG = 1_000;

/**
 * What the audit of a site needs of a page.
 *
 * @param served the page
 * @param analysis what it says
 * @param links its links, collected by the same analysis
 * @param now milliseconds since the epoch
 */
export function crawledFacts(
  served: Pick<ServedPage, 'headers'>,
  { page, audit, security, texts, documentLinks, robotsMetas }: PageAnalysis,
  links: CrawledLinks,
  now: number,
): CrawledFacts {
  const { noindex, nofollow } = pageDirectives(robotsMetas, served.headers, now);
  return {
    lang: page.lang,
    title: page.title,
    title_length: page.title_length,
    meta_description: page.meta_description,
    meta_description_length: page.meta_description_length,
    meta_robots: page.meta_robots,
    x_robots_tag: page.x_robots_tag && truncate(page.x_robots_tag, MAX_ROBOTS_TAG),
    word_count: page.word_count,
    noindex,
    canonical: canonicalOf(documentLinks),
    h1: page.h1[0] ?? null,
    h1_total: page.h1_total,
    hreflang: alternatesOf(documentLinks),
    seo_score: audit.score,
    failed_audits: audit.audits.filter(({ status }) => status === 'fail').map(({ id }) => id),
    structured_data_errors: page.structured_data.errors,
    mixed_content: security.mixed_content?.urls_total ?? 0,
    http_links: links.http,
    text_hash: textHash(texts.body),
    links: links.internal(nofollow),
    external_links: links.external,
  };
}

/** The first canonical address that is written; `null` where it is none of a page. */
function canonicalOf(links: readonly DocumentLink[]): string | null {
  const canonical = links.find(({ rel, hrefRaw }) => rel === 'canonical' && hrefRaw !== '');
  return canonical ? normalForm(canonical) : null;
}

function alternatesOf(links: readonly DocumentLink[]): CrawledFacts['hreflang'] {
  const alternates = new Map<string, CrawledFacts['hreflang'][number]>();
  let bytes = 0;
  for (const link of links) {
    if (link.rel !== 'alternate' || link.hreflang === '' || link.hrefRaw.trim() === '') continue;
    const url = normalForm(link);
    if (url === null) continue;
    const hreflang = truncate(link.hreflang, MAX_HREFLANG);
    const key = `${hreflang} ${url}`;
    if (alternates.has(key)) continue;
    bytes += Buffer.byteLength(key);
    if (bytes > MAX_ALTERNATE_BYTES || alternates.size === MAX_ALTERNATES) break;
    alternates.set(key, { hreflang, url });
  }
  return [...alternates.values()];
}

function normalForm({ href }: DocumentLink): string | null {
  const address = pageAddress(href ?? '');
  return 'problem' in address ? null : address.url;
}
