import { createHash } from 'node:crypto';
import { RuleRun } from './rules/run-rules.ts';
import { limitLinks } from './hreflang.ts';
import type { Audit, Page, SecurityHeaders } from '../record/record.ts';
import { decode, sniffCharset } from './html/decode.ts';
import { type DocumentLink, headerLinks } from './page/document-links.ts';
import { HtmlTokens } from './html/html-tokens.ts';
import { HtmlTree } from './html/html-tree.ts';
import { LinkCount } from './page/link-count.ts';
import { type ElementObserver, PageFacts } from './page/page-facts.ts';
import type { PageTexts } from './page/page-texts.ts';
import type { RobotsAnswer, ServedPage } from '../platform/network/http-client.ts';
import type { CrawledFacts, Findings } from '../record/crawled-page.ts';
import { pageAddress } from '../platform/names/page-address.ts';
import { withoutWww } from '../platform/names/ascii-host.ts';
import { MixedContent } from './security/mixed-content.ts';
import { securityHeaders } from './security/security-headers.ts';
import { characters, truncate } from '../platform/text/text.ts';

/** All facts of a page. */
export interface PageAnalysis {
  page: Page;
  audit: Audit;
  security: SecurityHeaders;
  texts: PageTexts;
  /** Canonical and alternate links of head and Link headers. */
  documentLinks: readonly DocumentLink[];
  /** Facts of the markup. */
  facts: PageFacts;
  /** What rules found that need the page itself, except for its structured data. */
  findings: Findings[];
  /** What links to parts of pages need. */
  fragments: Pick<CrawledFacts, 'fragments' | 'ids'>;
}

/** What else an analysis needs, and who observes it. */
interface AnalysisOptions extends Partial<ElementObserver> {
  /** Hosts of the site, in lower-case ASCII. Absent: the page's own, with and without `www.`. */
  hosts?: readonly string[];
}

/**
 * Analyses a page as it was served, in one pass and without running scripts.
 *
 * @param page the page
 * @param robots response to `/robots.txt` of its origin
 * @param now milliseconds since the epoch
 * @returns the sections `page`, `audit` and `security_headers` of the record, and the texts for keywords; throws for no
 *   input
 */
export function analysePage(
  page: ServedPage,
  robots: RobotsAnswer,
  now: number,
  { hosts = hostsOf(page.url), ...observer }: AnalysisOptions = {},
): PageAnalysis {
  const charset = sniffCharset(page.body, header(page, 'content-type'));
  const served = { url: page.url, status: page.status, headers: page.headers, robots, now };
  const rules = new RuleRun(served, { url: normalForm(page.url), hosts });
  const links = new LinkCount(page.url);
  const mixed = new MixedContent(page.url);
  const facts = readFacts(page, charset.name, {
    anchor(anchor) {
      rules.anchor(anchor);
      links.add(anchor);
      observer.anchor?.(anchor);
    },
    image: (image) => rules.image(image),
    loader: (element, parent, base) => mixed.add(element, parent, base),
    element(element, context, base) {
      rules.element(element, context, base);
      observer.element?.(element, context, base);
    },
    heading: (element, text, context) => rules.heading(element, text, context),
  });
  const documentLinks = [...facts.links, ...headerLinks(page.headers, page.url)];
  const audit = rules.audit({ ...served, title: facts.title, metas: facts.metas, links: documentLinks });
  const uncrawlable = audit.audits.find(({ id }) => id === 'crawlable-anchors')?.items_total ?? 0;
  const section: Page = {
    ...servedFacts(page),
    charset: charset.name,
    ...headFacts(facts, documentLinks, page.url),
    h1: facts.h1.items,
    h1_total: facts.h1.total,
    headings: facts.headings,
    word_count: facts.words,
    images: facts.images,
    links: { ...links.counts, uncrawlable },
    open_graph: Object.fromEntries(facts.openGraph),
    twitter: Object.fromEntries(facts.twitter),
    structured_data: facts.structuredData.summary(),
    viewport: facts.viewport,
  };
  return {
    page: section,
    audit,
    security: securityHeaders(page, facts, mixed),
    texts: facts.texts,
    documentLinks,
    facts,
    fragments: rules.fragments(),
    findings: rules.finish({ served: page, analysis: { page: section, facts, documentLinks, charset }, now }),
  };
}

/** @returns an address in the form that the addresses of links and annotations have; an address without one as it is */
export function normalForm(url: string): string {
  const address = pageAddress(url);
  return 'problem' in address ? url : address.url;
}

/** @returns the hosts of a page's site, if no others are known: its own, with and without `www.` */
export function hostsOf(url: string): string[] {
  const host = withoutWww(new URL(url).hostname);
  return [host, `www.${host}`];
}

/**
 * Reads the facts of a page in one pass.
 *
 * @param observer receives the links and images of the page
 */
export function readFacts(
  page: Pick<ServedPage, 'url' | 'body'>,
  charset: string,
  observer: ElementObserver,
): PageFacts {
  const facts = new PageFacts(page.url, observer);
  const tree = new HtmlTree(facts);
  const mayHaveNul = page.body.some((piece) => piece.includes(0));
  new HtmlTokens(decode(page.body, charset), tree, mayHaveNul).read();
  tree.end();
  facts.hasDoctype = tree.hasDoctype;
  return facts;
}

function servedFacts(page: ServedPage) {
  const hash = createHash('sha256');
  for (const piece of page.body) hash.update(piece);
  const robotsTags = page.headers.filter(([name]) => name === 'x-robots-tag').map(([, value]) => value);
  return {
    requested_url: page.requestedUrl,
    final_url: page.url,
    http_status: page.status,
    redirects: page.redirects.slice(0, 10),
    ttfb_ms: Math.max(0, Math.round(page.ttfbMs)),
    total_ms: Math.max(0, Math.round(page.totalMs)),
    html_bytes: page.body.reduce((sum, piece) => sum + piece.length, 0),
    truncated: page.truncated,
    content_type: header(page, 'content-type'),
    content_hash: hash.digest('hex'),
    x_robots_tag: robotsTags.length === 0 ? null : robotsTags.join(', '),
  };
}

function headFacts(facts: PageFacts, links: readonly DocumentLink[], final_url: string) {
  const { title } = facts;
  const description = facts.metas.get('description') ?? null;
  const robots = facts.metas.get('robots') ?? null;
  const canonicalLink = links.find(({ rel, hrefRaw }) => rel === 'canonical' && hrefRaw !== '');
  const canonical = canonicalLink ? truncate(canonicalLink.href ?? canonicalLink.hrefRaw, 2000) : null;
  const alternates = links
    .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang !== '')
    .map(({ hreflang, hrefRaw }) => ({ hreflang: truncate(hreflang, 100), href: truncate(hrefRaw, 2000) }));
  return {
    lang: facts.lang && truncate(facts.lang, 100),
    title: title && truncate(title, 1000),
    title_length: title === null ? null : characters(title),
    meta_description: description && truncate(description, 2000),
    meta_description_length: description === null ? null : characters(description),
    meta_robots: robots && truncate(robots, 1000),
    canonical,
    hreflang: limitLinks(alternates, { final_url, canonical }),
    hreflang_total: alternates.length,
  };
}

function header(page: ServedPage, headerName: string): string | null {
  return page.headers.find(([name]) => name === headerName)?.[1] ?? null;
}
