import type { Anchor, Image } from '../page/anchor.ts';
import type { DocumentLink } from '../page/document-links.ts';
import type { RobotsAnswer } from '../../platform/network/http-client.ts';
import type { Audit } from '../../record/record.ts';

export type AuditResult = Audit['audits'][number];
export type AuditItem = AuditResult['items'][number];

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
  items?: AuditItem[];
  warnings?: string[];
}

interface CommonAudit {
  /** Lighthouse's audit id. */
  id: string;
  /** Title of a passed audit. */
  title: string;
  /** Title of a failed audit. */
  failureTitle: string;
  /** Weight in Lighthouse's SEO category. */
  weight: number;
}

/** Audits the page as a whole. */
export interface PageAudit extends CommonAudit {
  judge(subject: Subject): Verdict;
}

/** Audits every link; the audit fails if one link fails. */
export interface AnchorAudit extends CommonAudit {
  /** @returns why the link fails, or null */
  judgeAnchor(anchor: Anchor, served: Served): AuditItem | null;
}

/** Judges every image; without any that counts the audit does not apply. */
export interface ImageAudit extends CommonAudit {
  /** Returns whether the image counts. */
  appliesTo(image: Image): boolean;
  /** @returns why the image fails, or null */
  judgeImage(image: Image): AuditItem | null;
}

/** An audit of Lighthouse's SEO category. */
export type SeoAudit = PageAudit | AnchorAudit | ImageAudit;
