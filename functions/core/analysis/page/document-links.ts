import { readLinkHeader } from './link-header.ts';

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

/** Reads the canonical and alternate links of Link headers as Lighthouse's LinkElements gatherer does. */
export function headerLinks(headers: readonly (readonly [string, string])[], pageUrl: string): DocumentLink[] {
  return headers
    .filter(([name]) => name === 'link')
    .flatMap(([, value]) => readLinkHeader(value) ?? [])
    .flatMap(({ uri, rel, hreflang }) => {
      const relations = rel
        .toLowerCase()
        .split(' ')
        .filter((name) => name === 'canonical' || name === 'alternate');
      if (relations.length === 0) return [];
      const link = { hrefRaw: uri, href: URL.parse(uri, pageUrl)?.href ?? null, hreflang, source: 'headers' as const };
      return relations.map((name) => ({ rel: name, ...link }));
    })
    .slice(0, MAX_DOCUMENT_LINKS);
}
