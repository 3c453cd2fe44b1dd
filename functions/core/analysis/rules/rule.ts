import type { CrawledFacts, CrawledPage, Finding } from '../../record/crawled-page.ts';
import type { Page } from '../../record/record.ts';
import type { ServedPage } from '../../platform/network/http-client.ts';
import type { NotIndexable } from '../indexability.ts';
import type { Anchor, Image } from '../page/anchor.ts';
import type { Charset } from '../html/decode.ts';
import type { DocumentLink } from '../page/document-links.ts';
import type { HtmlElement } from '../html/open-elements.ts';
import type { PageFacts } from '../page/page-facts.ts';
import type { SeoAudit } from './audit.ts';
import type { RuleMarkup } from './rule-markup.ts';

/**
 * `error` keeps a page out of search or breaks it for a visitor; `warning` costs rankings, clicks or crawling; `notice` is
 * hygiene or information.
 */
export type Severity = 'error' | 'warning' | 'notice';

/** What a rule of pages or of sites states. */
export interface RuleTexts {
  /** Stable id. */
  id: string;
  severity: Severity;
  /** Name of the issue in the terms of SEO tools. */
  title: string;
  /** What the issue costs, in one sentence. */
  impact: string;
  /** What to change, in one or two sentences. */
  howToFix: string;
  /** Address of the rule's documentation. */
  learnMore: string;
  /** Version of this service that first reported it. Absent: 0.2.0. */
  since?: string;
}

/** An occurrence of an issue on a page. */
export interface Evidence extends Finding {
  /** Up to ten other pages. */
  related?: string[];
}

/** A page as rules about single pages see it. */
export interface RulePage extends CrawledPage {
  /** Whether search engines may list it; `null`: unknown. */
  indexable: boolean | null;
  /** Why it is not known to be indexable; `null`: it is. */
  reason: NotIndexable | null;
  /** It is the home page of its site, or the page that the home page redirects to. */
  isHome: boolean;
}

/** An HTML page with status 200. */
export interface HtmlPage extends RulePage {
  facts: CrawledFacts;
}

interface CommonRule extends RuleTexts {
  /** Only indexable pages have the issue: it concerns search results. Absent: all HTML pages with status 200. */
  isOfIndexable?: true;
  /** It is found on all pages of a site or on none: of a site, the first page is reported. */
  isOfSite?: true;
  /** Returns whether another rule reports the fault on a page more precisely. */
  unless?: (page: HtmlPage) => boolean;
  /** Lighthouse's audit of the same fault, which is part of the score. */
  audit?: SeoAudit;
}

/** A rule about facts that are kept of each page. */
export interface FactsRule extends CommonRule {
  /** Returns the occurrences, `[{}]` for one without details. */
  find: (page: HtmlPage) => Evidence[];
}

/** A rule about responses of any kind. */
export interface ResponseRule extends CommonRule {
  findIn: (page: RulePage) => Evidence[];
}

/** A rule whose occurrences are those of its audit. */
export interface AuditRule extends CommonRule {
  audit: SeoAudit;
}

/** The page that is analysed, known before its elements. */
export interface AnalysedPage {
  /** Its address. */
  url: string;
  isHttps: boolean;
  /** Hosts of its site, in lower-case ASCII. */
  hosts: ReadonlySet<string>;
}

/** What rules about a whole page receive when it is analysed. */
export interface RuleSubject {
  page: AnalysedPage;
  served: Pick<ServedPage, 'headers' | 'truncated'>;
  analysis: { page: Page; facts: PageFacts; documentLinks: readonly DocumentLink[]; charset: Charset };
  markup: RuleMarkup;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The following rules find occurrences when the page is analysed; the first ones are kept with its facts. */
export interface AnalysisRule extends CommonRule {
  check: (subject: RuleSubject) => Finding[];
}

export interface AnchorRule extends CommonRule {
  checkAnchor: (anchor: Anchor, page: AnalysedPage) => Finding | null;
}

export interface ImageRule extends CommonRule {
  checkImage: (image: Image) => Finding | null;
}

/** A rule about HTML elements outside `<noscript>`. */
export interface ElementRule extends CommonRule {
  /** Names of the elements. */
  elements: readonly string[];
  /** @param base base URL of its addresses */
  checkElement: (element: HtmlElement, page: AnalysedPage, base: string) => Finding | null;
}

/** A rule whose occurrences are added to the facts of a page from elsewhere, such as a validator or other requests. */
export interface KeptRule extends CommonRule {
  isKept: true;
}

/** A rule about single pages. */
export type PageRule =
  FactsRule | ResponseRule | AuditRule | AnalysisRule | AnchorRule | ImageRule | ElementRule | KeptRule;

/** @returns whether something is kept of a rule in the facts of a page */
export function isKept({ findings }: CrawledFacts, id: string): boolean {
  return findings.some((found) => found.id === id);
}

/** @returns what is kept of a rule in the facts of a page */
export function keptOf({ findings }: CrawledFacts, id: string): Finding[] {
  return findings.find((found) => found.id === id)?.items ?? [];
}
