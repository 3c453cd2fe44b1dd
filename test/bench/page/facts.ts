/** The facts that each contestant finds on a page. */
export interface Facts {
  /** Text of the first title element; null without one. */
  title: string | null;
  /** `lang` of the root element. */
  lang: string | null;
  /** Content of the first meta element of this name in the head; null without one. */
  description: string | null;
  robots: string | null;
  viewport: string | null;
  /** `href` of the first canonical link in the head that has one, as written. */
  canonical: string | null;
  /** Languages of the alternate links in the head. */
  alternates: string[];
  h1: string[];
  /** Numbers of h1, h2 … h6 elements. */
  headings: number[];
  /** `src` of each image, as written, or empty. */
  images: string[];
  /** Number of images without `alt`. */
  missingAlt: number;
  /** `href` of each link that has one, as written. */
  links: string[];
  /** Number of links to other hosts. */
  external: number;
  nofollow: number;
  /** Texts of the links. */
  linkTexts: string[];
  /** Contents of the properties `og:` and `twitter:`. */
  social: Record<string, string>;
  /** Top-level types in JSON-LD. */
  types: string[];
  words: number;
}

/** Elements whose text is not displayed. */
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
    // Invalid JSON has no types.
  }
}

export function wordsOf(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
