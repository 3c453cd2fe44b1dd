import { z } from 'zod';
import { batchAnswer } from '../../functions/core/batches/definitions.ts';
import { historyAnswer } from '../../functions/core/record/history-schema.ts';
import { indexAnswer } from '../../functions/api-docs/definition.ts';
import { healthAnswer } from '../../functions/health/definition.ts';
import { keywordsAnswer } from '../../functions/core/keywords/answer-schema.ts';
import { longTailAnswer } from '../../functions/core/long-tail/answer-schema.ts';
import { usageAnswer } from '../../functions/core/accounts/answer-schema.ts';
import { pageAnswer } from '../../functions/core/record/page-schema.ts';
import * as record from '../../functions/core/record/schema.ts';
import { siteComparison } from '../../functions/core/record/site-comparison-schema.ts';
import { issueRow } from '../../functions/core/record/issue-schema.ts';
import * as evidence from '../../functions/core/record/site-evidence-schema.ts';
import * as site from '../../functions/core/record/site-schema.ts';
import * as forum from '../../functions/core/forum/answer-schema.ts';
import { commentPage, upstreamAnswer, upstreamRefusal } from '../../functions/core/forum/answer-schema.ts';
import { errors, parameterProblem, schemaName } from './errors.ts';
import { answersByName } from './paths.ts';
import { webhookSchemas } from './webhooks.ts';

/** A successful response: the common envelope around its data. */
function answer(data: z.ZodType, statuses: number[]) {
  return z.strictObject({
    code: z.literal(statuses).describe('The HTTP status'),
    success: z.literal(true),
    request_id: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .describe("Id of the request, which is also in the operator's logs"),
    data,
  });
}

const recordParts = {
  DomainRecord: record.domainAnswer,
  Audit: record.audit,
  AuditResult: record.auditResult,
  AuditItem: record.auditItem,
  Page: record.page,
  Redirect: record.redirect,
  HreflangLink: record.hreflangLink,
  RobotsTxt: record.robotsTxt,
  RobotsAgent: record.robotsAgent,
  Sitemap: record.sitemap,
  Dns: record.dns,
  Tls: record.tls,
  Registration: record.registration,
  Popularity: record.popularity,
  Tranco: record.tranco,
  OpenPageRank: record.openPageRank,
  Archive: record.archive,
  CommonCrawl: record.commonCrawl,
  Performance: record.performance,
  FieldPerformance: record.fieldPerformance,
  LabPerformance: record.labPerformance,
  SearchPositions: record.searchPositions,
  TopKeyword: record.topKeyword,
  SourceReport: record.sourceReport,
};

const group = longTailAnswer.shape.groups.element;

/** Every named schema of responses. */
export const answerSchemas = {
  ...Object.fromEntries([...answersByName()].map(([name, { schema, statuses }]) => [name, answer(schema, statuses)])),
  ...recordParts,
  Health: healthAnswer,
  Index: indexAnswer,
  History: historyAnswer,
  Snapshot: historyAnswer.shape.snapshots.element,
  Change: historyAnswer.shape.snapshots.element.shape.changes.element,
  MetricSummary: historyAnswer.shape.summary.shape.seo_score,
  Keywords: keywordsAnswer,
  KeywordQuery: keywordsAnswer.shape.query,
  KeywordItem: keywordsAnswer.shape.items.element,
  PageRecord: pageAnswer,
  SiteAudit: site.siteAnswer,
  SiteIssue: site.siteResult.shape.issues.element,
  SkippedAddresses: site.siteResult.shape.skipped.element,
  SiteChanges: site.siteResult.shape.changes.unwrap(),
  SitePages: site.sitePagesAnswer,
  SitePage: site.siteRow,
  SiteCrawls: site.siteCrawlsAnswer,
  SiteCrawl: site.siteCrawl,
  SiteComparison: siteComparison,
  SiteIssues: evidence.siteIssuesAnswer,
  IssueOccurrence: issueRow,
  SiteLinks: evidence.siteLinksAnswer,
  SiteLink: evidence.linkRow,
  IssueCatalogue: evidence.issueCatalogue,
  LongTail: longTailAnswer,
  LongTailCoverage: longTailAnswer.shape.coverage,
  LongTailGroup: group,
  LongTailItem: group.shape.items.element,
  Batch: batchAnswer,
  BatchTotals: batchAnswer.shape.totals,
  BatchItem: batchAnswer.shape.items.element,
  BatchLineError: batchAnswer.shape.items.element.shape.error.unwrap(),
  Usage: usageAnswer,
  UsageQuota: usageAnswer.shape.quota,
  UsageDay: usageAnswer.shape.days.element,
  Login: forum.login,
  CheckIn: forum.checkIn,
  CheckInEverywhere: forum.checkInEverywhereAnswer,
  BoardResult: forum.boardResult,
  CommentPage: commentPage,
  UpstreamAnswer: upstreamAnswer,
  UpstreamRefusal: upstreamRefusal,
  ...webhookSchemas,
  ParameterProblem: parameterProblem,
  ...Object.fromEntries(
    Object.entries(errors).map(([name, { schema, meaning }]) => [schemaName(name), schema.describe(meaning)]),
  ),
} satisfies Record<string, z.ZodType>;
