import * as z from 'zod/mini';
import { isWholeNumber } from '../../core/platform/http/parameters.ts';
import { rule } from '../../core/platform/http/rules.ts';
import type { DomainAnswer } from '../../core/record/record.ts';
import type { SiteAnswer } from '../../core/record/site-schema.ts';
import type { SiteProgress } from '../../core/site-reports/progress.ts';
import { type Entries, typeOnly } from './entry.ts';

export interface ReportLink {
  id: string;
  /** Name of the operator. */
  created_by: string;
  created_at: string;
  expires_at: string;
}
export interface NewReportLink extends ReportLink {
  /** The secret of the link, which only this response contains. */
  token: string;
}
export interface ReportLinks {
  links: ReportLink[];
}

/**
 * `GET /back-office/reports/{domain}` with `Authorization: Bearer <token of the link>`, without sign-in. 404
 * `report_not_found` for all other tokens. It contains what a report shows and nothing else, since whoever has the link can
 * read it: not who crawled the site, what is crawled now, or what was skipped.
 */
export interface Report {
  domain: string;
  domain_unicode: string;
  expires_at: string;
  issuer: ReportIssuer;
  /** The home page; `null`: it is not stored. */
  page: ReportedPage | null;
  /** The scores of the home page in the newest 1,000 snapshots of the last year: the last of each day, the oldest first. */
  scores: ReportedScore[];
  /** The audit of the site; `null`: no crawl of the site has ended. */
  site: ReportedSite | null;
}
/** Who issues the reports, as the operator has set it. */
export interface ReportIssuer {
  /** `null`: not set. */
  name: string | null;
  /** Address of the logo, relative to the page; `null`: there is none. */
  logo: string | null;
}
export interface ReportedScore {
  /** `YYYY-MM-DD` */
  date: string;
  seo_score: number;
}
export type ReportedPage = Pick<DomainAnswer, 'updated_at' | 'seo_score' | 'audit' | 'issues' | 'sources'>;
export interface ReportedSite extends Pick<SiteAnswer, ReportedMember> {
  progress: SiteProgress;
}
/** The members of the audit that a report has. */
export type ReportedMember =
  | ('crawl_id' | 'complete' | 'stop_reason' | 'finished_at')
  | ('health' | 'site_score' | 'pages' | 'issues' | 'history');

const DAYS = { min: 1, max: 365 };

const linkRequest = z.strictObject(
  /** How long it is valid. */
  { days: z.custom<number>(isWholeNumber(DAYS.min, DAYS.max), rule('whole_number_from', DAYS)) },
  rule('json_object'),
);

/** Links with which anybody can read the report of a domain. */
export const reportContract = {
  /** The valid links, those that expire last first. */
  reportLinks: { method: 'GET', pattern: 'domains/{domain}/reports', answer: typeOnly<ReportLinks>() },
  /** 201 */
  createReportLink: {
    method: 'POST',
    pattern: 'domains/{domain}/reports',
    body: linkRequest,
    answer: typeOnly<NewReportLink>(),
  },
  revokeReportLink: { method: 'DELETE', pattern: 'domains/{domain}/reports/{id}', answer: typeOnly<object>() },
} as const satisfies Entries;
