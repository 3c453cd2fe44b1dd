/**
 * Names of the members of answers, from their schemas. The build of functions replaces this module by its values
 * (`functions/computed-modules.ts`), so that a cached answer loads no schema.
 */
import type { Members } from '../platform/http/fields.ts';
import { historyAnswer } from './history-schema.ts';
import { pageAnswer } from './page-schema.ts';
import { domainAnswer } from './schema.ts';
import { type SiteRow, siteRow } from './site-schema.ts';
import { issueRow } from './issue-schema.ts';
import { type IssueRow, type LinkRow, linkRow } from './site-evidence-schema.ts';
import { membersOfSchema, objectListsOfSchema } from './schema-members.ts';

/** Members of `data` of `/api/v1/seo/query`. */
export const domainMembers: Members = membersOfSchema(domainAnswer)!;

/** Members of `data` of `/api/v1/seo/query` that are lists of objects, dotted; those within such a list are left out. */
export const objectLists: readonly string[] = objectListsOfSchema(domainAnswer);

/** Members of `data` of `/api/v1/seo/page`. */
export const pageMembers: Members = membersOfSchema(pageAnswer)!;

/** Members of `data` of `/api/v1/seo/history`. */
export const historyMembers: Members = membersOfSchema(historyAnswer)!;

/** Members of each page in `data.items` of `/api/v1/seo/site/pages`. */
export const siteRowMembers: (keyof SiteRow)[] = Object.keys(siteRow.shape) as (keyof SiteRow)[];

/** The same of `/api/v1/seo/site/issues` and `/api/v1/seo/site/links`. */
export const issueRowMembers: (keyof IssueRow)[] = Object.keys(issueRow.shape) as (keyof IssueRow)[];
export const linkRowMembers: (keyof LinkRow)[] = Object.keys(linkRow.shape) as (keyof LinkRow)[];
