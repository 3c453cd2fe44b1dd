/** Categories of issues, in the order of the filter. */
export const CATEGORIES = [
  ...['links', 'responses', 'indexability', 'titles', 'content', 'structured_data', 'hreflang', 'resources'],
  ...['technical', 'addresses'],
] as const;
export type Category = (typeof CATEGORIES)[number];

/** By the beginning of an issue's id; the longest one applies. */
const BY_PREFIX: Record<string, Category> = {
  'broken-link': 'links',
  'redirect-link': 'links',
  'canonicalised-link': 'links',
  'http-link': 'links',
  'single-inlink': 'links',
  'orphan-page': 'links',
  'dead-end': 'links',
  'deep-page': 'links',
  'internal-nofollow': 'links',
  'robots-blocked-link': 'links',
  'nofollow-page': 'links',
  'external-': 'links',
  'link-': 'links',
  redirect: 'responses',
  'client-error': 'responses',
  'server-error': 'responses',
  'soft-404': 'responses',
  'meta-refresh': 'responses',
  canonical: 'indexability',
  sitemap: 'indexability',
  'not-indexable': 'indexability',
  noindex: 'indexability',
  robots: 'indexability',
  title: 'titles',
  description: 'titles',
  h1: 'titles',
  'heading-level': 'titles',
  content: 'content',
  'lang-missing': 'content',
  'javascript-shell': 'content',
  'structured-data': 'structured_data',
  hreflang: 'hreflang',
  image: 'resources',
  stylesheet: 'resources',
  script: 'resources',
  'mixed-content': 'resources',
  'form-insecure': 'technical',
  'slow-page': 'technical',
  'large-page': 'technical',
  'viewport-missing': 'technical',
  'charset-missing': 'technical',
  'doctype-missing': 'technical',
  'dom-large': 'technical',
  compression: 'technical',
  caching: 'technical',
  url: 'addresses',
};

/** Returns the category of an issue; `technical` for one of a later version of the service. */
export function categoryOf(id: string): Category {
  const known = Object.keys(BY_PREFIX).filter((prefix) => id.startsWith(prefix));
  const [longest] = known.toSorted((one, other) => other.length - one.length);
  return longest === undefined ? 'technical' : BY_PREFIX[longest]!;
}
