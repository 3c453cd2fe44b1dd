import type { Page } from './record.ts';

/** A link of a page to an address of its own site. */
export interface CrawledLink {
  /** In normal form. */
  url: string;
  /** Every `<a>` to this address on the page has rel nofollow, ugc or sponsored; or the page wants no link followed. */
  nofollow: boolean;
}

/** What an HTML page that answered 200 says, as far as issues and rows need it. */
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
> {
  /** Robots metas or X-Robots-Tag headers keep it from all search engines, or from Google. */
  noindex: boolean;
  /** The first canonical link, resolved and in normal form; `null` without one, or where it is no address of a page. */
  canonical: string | null;
  /** Text of the first `<h1>`; `null` without one. */
  h1: string | null;
  h1_total: number;
  /** Resolved and in normal form, of this site or another; each at most once, at most 1,000. */
  hreflang: { hreflang: string; url: string }[];
  seo_score: number;
  /** Ids of the audits that failed. */
  failed_audits: string[];
  /** JSON-LD blocks that are not JSON. */
  structured_data_errors: number;
  /** What a page over https includes over http. */
  mixed_content: number;
  /** Links of a page over https to http addresses of its own site, counted by `<a>`. */
  http_links: number;
  /** Of the words of the body in lower case; pages with the same hash say the same. Empty where there are no words. */
  text_hash: string;
  /** Internal links, each target once, in the order of the page; at most 1,000. */
  links: CrawledLink[];
  /** Links to other hosts than the site's, counted by `<a>`. */
  external_links: number;
}

/** What came of one address of a crawl. */
export interface CrawledPage {
  /** In normal form. */
  url: string;
  /** `null`: there was no answer, or it was not asked for. */
  http_status: number | null;
  /** Why there is no answer that says something of the page, as a code: `robots_disallowed`, `challenge`, `timeout` … */
  failure: string | null;
  /** Where it redirects to, in normal form; `null` where it does not. */
  location: string | null;
  content_type: string | null;
  ttfb_ms: number | null;
  html_bytes: number | null;
  /** Set for HTML that answered 200 alone. */
  facts: CrawledFacts | null;
}
