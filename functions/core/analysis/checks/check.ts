import type { CheckFinding } from '../../record/crawled-page.ts';
import type { ServedPage } from '../../platform/network/http-client.ts';
import type { PageAnalysis } from '../analyse-page.ts';
import type { Severity } from '../audit/audit.ts';
import type { Anchor, Image } from '../page/anchor.ts';
import type { HtmlElement } from '../page/open-elements.ts';
import type { CheckedMarkup } from './checked-markup.ts';

/** The page that is checked, known before its elements. */
export interface CheckedPage {
  /** Its address. */
  url: string;
  isHttps: boolean;
  /** Hosts of its site, in lower-case ASCII. */
  hosts: ReadonlySet<string>;
}

/** The facts that checks of the whole page receive. */
export interface CheckSubject {
  page: CheckedPage;
  served: Pick<ServedPage, 'headers' | 'truncated'>;
  analysis: PageAnalysis;
  markup: CheckedMarkup;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A check of a page's response or markup, which becomes an issue of a site. It does not affect the score. */
export interface CheckDefinition {
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
  /** Version of this service that first reported it. */
  since: string;
  /** Whether only indexable pages have the issue: it concerns search results. Absent: all pages. */
  isOfIndexable?: boolean;
}

export interface PageCheck extends CheckDefinition {
  check: (subject: CheckSubject) => CheckFinding[];
}

export interface AnchorCheck extends CheckDefinition {
  checkAnchor: (anchor: Anchor, page: CheckedPage) => CheckFinding | null;
}

export interface ImageCheck extends CheckDefinition {
  checkImage: (image: Image) => CheckFinding | null;
}

/** A check of HTML elements outside `<noscript>`. */
export interface ElementCheck extends CheckDefinition {
  /** Names of the elements. */
  elements: readonly string[];
  /** @param base base URL of its addresses */
  checkElement: (element: HtmlElement, page: CheckedPage, base: string) => CheckFinding | null;
}

export type Check = PageCheck | AnchorCheck | ImageCheck | ElementCheck;
