import type { Anchor, Image } from '../page/anchor.ts';
import type { DocumentLink } from '../page/document-links.ts';
import type { RobotsAnswer } from '../../platform/network/http-client.ts';
import type { Audit } from '../../record/record.ts';

export type AuditResult = Audit['audits'][number];
export type Finding = AuditResult['items'][number];

/** The facts of a page that audits receive before its elements. */
export interface Served {
  /** Address of the page. */
  url: string;
  status: number;
  /** Response headers, names in lower case. */
  headers: readonly (readonly [name: string, value: string])[];
  robots: RobotsAnswer;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The facts that audits receive after the whole page is parsed. */
export interface Subject extends Served {
  title: string | null;
  /** Content of the first meta of each name, in the head. */
  metas: ReadonlyMap<string, string>;
  /** Canonical and alternate links of head and Link headers. */
  links: readonly DocumentLink[];
}

/** An English text with its stable code and values: see `messages.ts`. */
export interface Explanation {
  text: string;
  code: string;
  params: Record<string, string | number>;
}

export interface Verdict {
  status: 'pass' | 'fail' | 'not_applicable';
  explanation?: Explanation;
  findings?: Finding[];
  warnings?: string[];
}

/** `error` keeps pages out of search results, `warning` has a cost, `notice` should be checked. */
export type Severity = 'error' | 'warning' | 'notice';

interface Rule {
  /** Lighthouse's audit id. */
  id: string;
  /** Title of a passed audit. */
  title: string;
  /** Title of a failed audit. */
  failureTitle: string;
  /** Weight in Lighthouse's SEO category. */
  weight: number;
  /** Severity of the failure as an issue of a site. */
  severity: Severity;
  /** `site`: it fails on all pages of a site or on none. Default: `page`. */
  scope?: 'page' | 'site';
  howToFix: string;
  /** Address of the rule's documentation, the one that Lighthouse links. */
  learnMore: string;
}

/** Audits the page as a whole. */
export interface PageAudit extends Rule {
  check(subject: Subject): Verdict;
}

/** Audits every link; the audit fails if one link fails. */
export interface AnchorAudit extends Rule {
  /** @returns why the link fails, or null */
  judgeAnchor(anchor: Anchor, served: Served): Finding | null;
}

/** Judges every image; without any that counts the audit does not apply. */
export interface ImageAudit extends Rule {
  /** Returns whether the image counts. */
  appliesTo(image: Image): boolean;
  /** @returns why the image fails, or null */
  judgeImage(image: Image): Finding | null;
}

export type SeoAudit = PageAudit | AnchorAudit | ImageAudit;
