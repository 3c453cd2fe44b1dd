/**
 * Limits of rules. Lengths are in display columns: Chinese, Japanese and
 * Korean characters take two. Search results truncate texts by width, at about the upper limits; the lower ones are common
 * among SEO crawlers.
 *
 * @see https://www.screamingfrog.co.uk/seo-spider/user-guide/configuration/
 */
export const COLUMNS = { title: { min: 30, max: 60 }, meta_description: { min: 70, max: 160 } };

/** Yoast SEO recommends 300 words, Ahrefs reports less than 50. */
export const MIN_WORDS = 200;

/** Time to first byte, in milliseconds, above which web.dev rates it as poor (https://web.dev/articles/ttfb). */
export const SLOW_TTFB_MS = 1_800;

/**
 * Decompressed HTML: Googlebot reads the first 2 MB of a file for Google Search.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/googlebot
 */
export const MAX_HTML_BYTES = 2_000_000;
