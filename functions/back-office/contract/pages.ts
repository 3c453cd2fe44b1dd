import * as z from 'zod';
import { rule } from '../../core/platform/http/rules.ts';
import { pageAddressParameter } from '../../core/platform/names/address-parameters.ts';
import type { PageAnswer } from '../../core/record/page-record.ts';
import { type Entries, type HostServices, typeOnly } from './entry.ts';

export interface Pages {
  pages: PageSummary[];
  next: string | null;
}
export interface PageSummary {
  url: string;
  updated_at: string;
  seo_score: number | null;
  http_status: number | null;
  title: string | null;
  /** Whether robots.txt allows the page; `null`: unknown. */
  allowed: boolean | null;
  /** The last fetch of the page failed. */
  failed: boolean;
}

/** `data` of `/api/v1/seo/page`. */
export type Page = PageAnswer;

const listParameters = z.object({ after: z.string(rule('text')).max(100, rule('max_characters')).optional() });

const pageParameters = ({ isReachable }: HostServices) => z.object({ url: pageAddressParameter(isReachable) });

const pageRequest = ({ isReachable }: HostServices) =>
  z.strictObject(
    {
      url: pageAddressParameter(isReachable),
      refresh: z.boolean(rule('boolean')).default(false),
    },
    rule('json_object'),
  );

/** Single pages. */
export const pageContract = {
  /** Stored pages of a domain, about a hundred per response. */
  pages: { method: 'GET', pattern: 'domains/{domain}/pages', query: listParameters, answer: typeOnly<Pages>() },
  /** Fetches nothing: 404 if the page is not stored. */
  storedPage: { method: 'GET', pattern: 'pages', query: pageParameters, answer: typeOnly<Page>() },
  /** Does not count against any allowance. */
  page: { method: 'POST', pattern: 'pages', body: pageRequest, answer: typeOnly<Page>() },
} as const satisfies Entries;
