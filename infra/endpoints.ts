import {
  docsDefinition,
  docsFileDefinition,
  indexDefinition,
  openApiDefinition,
} from '../functions/api-docs/definition.ts';
import { forumAccountDefinition, forumUserDefinition } from '../functions/core/forum/definitions.ts';
import { healthDefinition } from '../functions/health/definition.ts';
import { mcpDefinition } from '../functions/mcp/definition.ts';
import { batchDefinition, newBatchDefinition } from '../functions/core/batches/definitions.ts';
import { historyDefinition, queryDefinition } from '../functions/core/domains/definitions.ts';
import { keywordsDefinition } from '../functions/core/keywords/definition.ts';
import { longTailDefinition } from '../functions/core/long-tail/definition.ts';
import { pageDefinition } from '../functions/core/pages/definitions.ts';
import {
  issuesDefinition,
  siteComparisonDefinition,
  siteCrawlsDefinition,
  siteDefinition,
  siteIssuesDefinition,
  siteLinksDefinition,
  sitePagesDefinition,
  siteVerificationDefinition,
} from '../functions/core/site-reports/definitions.ts';
import type { EndpointDefinition } from '../functions/core/platform/http/definition.ts';
import { watchDefinitions } from '../functions/core/watches/definitions.ts';
import { usageDefinition } from '../functions/core/accounts/definitions.ts';

/** All endpoints except those of the back office, in the order of the document. */
export const endpoints: readonly EndpointDefinition[] = [
  queryDefinition,
  historyDefinition,
  keywordsDefinition,
  longTailDefinition,
  pageDefinition,
  sitePagesDefinition,
  siteIssuesDefinition,
  siteLinksDefinition,
  siteComparisonDefinition,
  siteCrawlsDefinition,
  siteVerificationDefinition,
  issuesDefinition,
  usageDefinition,
  siteDefinition,
  newBatchDefinition,
  batchDefinition,
  ...watchDefinitions,
  forumAccountDefinition,
  forumUserDefinition,
  indexDefinition,
  healthDefinition,
  openApiDefinition,
  docsDefinition,
  docsFileDefinition,
  mcpDefinition,
];
