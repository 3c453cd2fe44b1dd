/** What each contestant finds on a page. */
export interface Facts {
  /** Of the first title element; null without one. */
  title: string | null;
  /** `lang` of the root. */
  lang: string | null;
  /** Contents of the first meta of its name in the head; null without one. */
  description: string | null;
  robots: string | null;
  viewport: string | null;
  /** `href` of the first canonical link in the head that has one, as written. */
  canonical: string | null;
  /** Languages of the alternate links in the head. */
  alternates: string[];
  h1: string[];
  /** How many h1, h2 … h6. */
  headings: number[];
  /** `src` of each image, as written, or empty. */
  images: string[];
  /** Images without `alt`. */
  missingAlt: number;
  /** `href` of each link that has one, as written. */
  links: string[];
  /** Links to other hosts. */
  external: number;
  nofollow: number;
  /** Texts of the links. */
  linkTexts: string[];
  /** Of the properties `og:` and `twitter:`. */
  social: Record<string, string>;
  /** Types in JSON-LD, at its top. */
  types: string[];
  words: number;
}

/** Elements whose text is not read by visitors. */
export const SILENT = ['script', 'style', 'title', 'iframe', 'noembed', 'noframes', 'textarea'];

export const PAGE_URL = 'https://www.shop.example/path/page';
const PAGE_HOST = 'www.shop.example';

export function noFacts(): Facts {
  return {
    title: null,
    lang: null,
    description: null,
    robots: null,
    viewport: null,
    canonical: null,
    alternates: [],
    h1: [],
    headings: [0, 0, 0, 0, 0, 0],
    images: [],
    missingAlt: 0,
    links: [],
    external: 0,
    nofollow: 0,
    linkTexts: [],
    social: {},
    types: [],
    words: 0,
  };
}

type Read = (attribute: string) => string | undefined;

export function noteMeta(facts: Facts, attribute: Read, inHead: boolean) {
  const content = attribute('content') ?? '';
  const name = (attribute('name') ?? '').toLowerCase();
  if (inHead && name === 'description') facts.description ??= content;
  else if (inHead && name === 'robots') facts.robots ??= content;
  else if (name === 'viewport') facts.viewport ??= content;
  const property = attribute('property') ?? name;
  if (/^(?:og|twitter):/.test(property)) facts.social[property] ??= content;
}

export function noteHeadLink(facts: Facts, attribute: Read) {
  const rel = (attribute('rel') ?? '').toLowerCase();
  if (rel === 'canonical') facts.canonical ??= attribute('href') || null;
  else if (rel === 'alternate') facts.alternates.push(attribute('hreflang') ?? '');
}

export function noteImage(facts: Facts, attribute: Read) {
  facts.images.push(attribute('src') ?? '');
  if (attribute('alt') === undefined) facts.missingAlt += 1;
}

export function noteLink(facts: Facts, attribute: Read, base: string, text: string) {
  const href = attribute('href');
  if (href === undefined) return;
  facts.links.push(href);
  facts.linkTexts.push(text.trim());
  const url = URL.parse(href, base);
  if (url && url.host !== PAGE_HOST) facts.external += 1;
  if (/\bnofollow\b/i.test(attribute('rel') ?? '')) facts.nofollow += 1;
}

export function noteJsonLd(facts: Facts, json: string) {
  try {
    const { '@type': type } = JSON.parse(json) as Record<string, unknown>;
    if (typeof type === 'string') facts.types.push(type);
  } catch {
    // No JSON has no types.
  }
}

export function wordsOf(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
