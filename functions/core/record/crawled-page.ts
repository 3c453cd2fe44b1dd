import type { Extracted } from './extracted.ts';
import type { AiPolicy, Page } from './record.ts';

/** A link of a page to an address of its own site. */
export interface CrawledLink {
  /** In normal form. */
  url: string;
  /** Every `<a>` to this address on the page has rel nofollow, ugc or sponsored, or the page has a nofollow directive. */
  nofollow: boolean;
}

/** A link element of a page, as evidence of an issue. */
export interface CrawledAnchor {
  /** Its target: in normal form if it belongs to the site, otherwise resolved. */
  to: string;
  /** Its text as rendered, at most 100 characters. */
  text: string;
  /** `rel` as in the source, at most 100 characters. */
  rel: string;
  /** Its opening tag, at most 200 characters. */
  tag: string;
}

/** An image, script or stylesheet of a page. */
export interface CrawledResource {
  kind: 'image' | 'script' | 'stylesheet';
  /** In normal form. */
  to: string;
  /** Opening tag of its element, at most 200 characters. */
  tag: string;
}

/** The outcome of an address that a crawl requests besides its pages: an external target of links, or a resource. */
export interface CheckedTarget {
  /** In normal form. */
  url: string;
  /** Of the address itself, such as that of a redirect; `null`: there was no response, or no request. */
  http_status: number | null;
  /** The last response of its redirects; `null`: it does not redirect, or they could not be followed to the end. */
  end: { url: string; status: number; hops: number } | null;
  /** `Content-Length` of the last response; `null`: unknown. */
  bytes: number | null;
  /** `unchecked`: whether visitors find something at the address could not be determined. */
  state: 'found' | 'broken' | 'unchecked';
  /** Why it is unchecked, or why there was no response, as a code: `robots_disallowed`, `http_403`, `timeout` … */
  failure: string | null;
}

/** What a rule found on a page: enough to fix it without opening the page's source. */
export interface Finding {
  /** The other address, if there is one. */
  target?: string;
  /** Opening tag and text of the element, at most 300 characters. */
  element?: string | null;
  /** What was found. */
  value?: string | number | null;
  /** What it should be, or the limit that a number exceeds. */
  expected?: string | number | null;
}

/** What a rule found on a page: the first ones. */
export interface Findings {
  id: string;
  items: Finding[];
}

/** A link to a part of another page of the site. */
export interface FragmentTarget {
  /** Address of the page, in normal form. */
  url: string;
  /** Percent-encoded as in the resolved address, without `#`. */
  fragment: string;
  /** Opening tag and text of the link. */
  element: string;
}

/** A statement of a page about the use of its content. */
export type PolicyStatement = NonNullable<AiPolicy['contradictions']>[number]['statements'][number];

/** Facts of an HTML page with status 200 that issues and rows need. */
export interface CrawledFacts extends Pick<
  Page,
  | 'lang'
  | 'title'
  | 'title_length'
  | 'meta_description'
  | 'meta_description_length'
  | 'meta_robots'
  | 'x_robots_tag'
  | 'word_count'
  | 'content_hash'
> {
  /** A robots meta or an X-Robots-Tag header has noindex for all search engines, or for Google. */
  noindex: boolean;
  /** The first canonical link, resolved and in normal form; `null` if there is none, or its address is not a page. */
  canonical: string | null;
  /** Text of the first `<h1>`; `null` if there is none. */
  first_h1: string | null;
  h1_total: number;
  /** Resolved and in normal form, of this site or another; each at most once, at most 1,000. */
  hreflang: { hreflang: string; url: string }[];
  seo_score: number;
  /** Of rules that need the page itself: see `analysis/rules`. */
  findings: Findings[];
  /**
   * What the page declares to machines in its header and head, and by rules of robots.txt for its path; absent: nothing but
   * what robots.txt declares for the whole site.
   */
  ai_policy?: PolicyStatement[];
  /** Number of JSON-LD blocks that are not valid JSON. */
  structured_data_errors: number;
  /** Addresses of resources that a page over https includes over http, as in the source; the first 100. */
  mixed_content: string[];
  /** Links of a page over https to http addresses of its own site, counted by `<a>`. */
  http_links: number;
  /** MinHash sketch of the text outside navigation and footer, in base64; empty if it has fewer than 50 words. */
  text_sketch: string;
  /** Links to parts of other pages of the site, at most 100. */
  fragments: FragmentTarget[];
  /** Hashes of the ids of the page (`analysis/rules/fragments.ts`); `null`: not all are known. */
  ids: string | null;
  /** Internal links, each target once, in the order of the page; at most 1,000. */
  links: CrawledLink[];
  /** The page has further internal links, or is longer than what was read. Absent: `links` has all. */
  links_cut?: true;
  /** Links to other hosts than the site's, counted by `<a>`. */
  external_links: number;
}

/** What robots.txt contains for Googlebot about one address. */
export interface GooglebotRules {
  /** The line that disallows the address, such as `Disallow: /private`; `null`: it is allowed. */
  disallowedBy: string | null;
  /** No address of the site is allowed. */
  disallowsAll: boolean;
}

/** Kinds of addresses that a crawl requests besides its pages, by its options. */
export type TargetKind = 'external' | 'resources';

/** The result of one address of a crawl. */
export interface CrawledPage {
  /** In normal form. */
  url: string;
  /** `null`: there was no response, or no request. */
  http_status: number | null;
  /** Why the page could not be fetched, as a code: `robots_disallowed`, `challenge`, `timeout` … */
  failure: string | null;
  /** Target of the redirect, in normal form; `null` if the address does not redirect. */
  location: string | null;
  content_type: string | null;
  ttfb_ms: number | null;
  html_bytes: number | null;
  /** `null` unless the response is HTML with status 200. */
  facts: CrawledFacts | null;
  /** What a response without facts declares to machines, such as a price; absent: nothing. */
  ai_policy?: PolicyStatement[] | undefined;
  /** Rules of robots.txt for Googlebot; absent: the file is not known. */
  googlebot?: GooglebotRules | undefined;
  /**
   * Links to http and https addresses of any host with their elements, one for each target, text and rel, in the order of
   * the page, as many as fit. Empty without `facts`, and if all pages of a crawl are in memory.
   */
  anchors: CrawledAnchor[];
  /** Its resources, under the same conditions; absent unless the crawl requests them. */
  resources?: CrawledResource[] | undefined;
  /** Kinds of targets that the page has more of than `anchors` or `resources` contain; absent: none. */
  cut?: TargetKind[];
  /** Values of the page; absent without `facts`, and unless the crawl extracts values. */
  extracted?: Extracted | undefined;
}

/** @returns whether the response is a redirect with a valid target */
export function isRedirect({ location, failure }: CrawledPage): boolean {
  return failure === null && location !== null;
}

/** Failures of addresses that the crawler did not request. */
const NOT_REQUESTED = ['robots_disallowed', 'robots_unreachable', 'host_blocked'];

/** @returns whether the address was requested, with or without a response */
export function isRequested({ failure }: CrawledPage): boolean {
  return failure === null || !NOT_REQUESTED.includes(failure);
}
