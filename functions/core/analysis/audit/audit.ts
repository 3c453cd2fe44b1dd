import type { Anchor, Image } from '../page/anchor.ts';
import type { DocumentLink } from '../page/document-links.ts';
import type { RobotsAnswer } from '../../platform/network/http-client.ts';
import type { Audit } from '../../record/record.ts';

export type AuditResult = Audit['audits'][number];
export type Finding = AuditResult['items'][number];

/** The facts of a page that audits get before its elements. */
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

/** The facts that they get once the whole page is parsed. */
export interface Subject extends Served {
  title: string | null;
  /** Contents of the first meta of a name, in the head. */
  metas: ReadonlyMap<string, string>;
  /** Canonical and alternate links of head and Link headers. */
  links: readonly DocumentLink[];
}

export interface Verdict {
  status: 'pass' | 'fail' | 'not_applicable';
  explanation?: string;
  findings?: Finding[];
  warnings?: string[];
}

/** `error` keeps pages from being found, `warning` costs something, `notice` is worth a look. */
export type Severity = 'error' | 'warning' | 'notice';

interface Rule {
  /** Lighthouse's audit id. */
  id: string;
  /** What is so if it passes. */
  title: string;
  /** What is wrong if it fails. */
  failureTitle: string;
  /** Weight in Lighthouse's SEO category. */
  weight: number;
  /** Of its failure as an issue of a site. */
  severity: Severity;
  /** `site`: it fails on all pages of a site or on none. Absent: `page`. */
  scope?: 'page' | 'site';
  howToFix: string;
  /** Address of the rule's documentation: that which Lighthouse links. */
  learnMore: string;
}

/** Judges the page as a whole. */
export interface PageAudit extends Rule {
  check(subject: Subject): Verdict;
}

/** Judges every link; one that fails fails the audit. */
export interface AnchorAudit extends Rule {
  /** @returns why the link fails, or null */
  judgeAnchor(anchor: Anchor, served: Served): Finding | null;
}

/** Judges every image; without any that counts the audit does not apply. */
export interface ImageAudit extends Rule {
  /** Does the image count? */
  appliesTo(image: Image): boolean;
  /** @returns why the image fails, or null */
  judgeImage(image: Image): Finding | null;
}

export type SeoAudit = PageAudit | AnchorAudit | ImageAudit;

/** @returns a finding; what is not given is null */
export function finding(reason: string, details: Partial<Finding> = {}): Finding {
  return { element: null, url: null, line: null, reason, ...details };
}
