import LinkHeader from 'http-link-header';

/** A `<link>` of the head or of a Link header: canonical or alternate. */
export interface DocumentLink {
  rel: string;
  /** As written, or empty. */
  hrefRaw: string;
  /** Resolved; as written where it cannot be (null in a header). */
  href: string | null;
  hreflang: string;
  source: 'head' | 'headers';
}

/** Links that are kept; no real page comes near. */
export const MAX_DOCUMENT_LINKS = 10_000;

/**
 * Reads the canonical and alternate links of Link headers as Lighthouse's LinkElements gatherer does, with the same
 * library. A header that cannot be read has none.
 */
export function headerLinks(headers: readonly (readonly [string, string])[], pageUrl: string): DocumentLink[] {
  return headers
    .filter(([name]) => name === 'link')
    .flatMap(([, value]) => references(value))
    .map(({ uri, rel, hreflang }) => ({
      rel: (rel ?? '').toLowerCase(),
      hrefRaw: uri,
      href: URL.parse(uri, pageUrl)?.href ?? null,
      hreflang: String(hreflang ?? ''),
      source: 'headers' as const,
    }))
    .filter(({ rel }) => rel === 'canonical' || rel === 'alternate')
    .slice(0, MAX_DOCUMENT_LINKS);
}

function references(value: string): ReturnType<typeof LinkHeader.parse>['refs'] {
  try {
    return LinkHeader.parse(value).refs;
  } catch {
    return [];
  }
}
