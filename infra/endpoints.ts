import {
  docsDefinition,
  docsFileDefinition,
  indexDefinition,
  openApiDefinition,
} from '../functions/api-docs/definition.ts';
import { forumAccountDefinition } from '../functions/core/forum/account/definition.ts';
import { forumUserDefinition } from '../functions/core/forum/user/definition.ts';
import { healthDefinition } from '../functions/health/definition.ts';
import { mcpDefinition } from '../functions/mcp/definition.ts';
import { batchDefinition, newBatchDefinition } from '../functions/core/batches/definition.ts';
import { historyDefinition } from '../functions/core/domains/history/definition.ts';
import { keywordsDefinition } from '../functions/core/keywords/search/definition.ts';
import { longTailDefinition } from '../functions/core/keywords/long-tail/definition.ts';
import { pageDefinition } from '../functions/core/pages/definition.ts';
import { queryDefinition } from '../functions/core/domains/query/definition.ts';
import { siteDefinition } from '../functions/core/sites/answer/definition.ts';
import { sitePagesDefinition } from '../functions/core/sites/pages-answer/definition.ts';
import type { EndpointDefinition } from '../functions/core/platform/http/definition.ts';
import { usageDefinition } from '../functions/core/accounts/usage/definition.ts';

/** Every endpoint but those of the back office, in the order of the document. */
export const endpoints: readonly EndpointDefinition[] = [
  queryDefinition,
  historyDefinition,
  keywordsDefinition,
  longTailDefinition,
  pageDefinition,
  sitePagesDefinition,
  usageDefinition,
  siteDefinition,
  newBatchDefinition,
  batchDefinition,
  forumAccountDefinition,
  forumUserDefinition,
  indexDefinition,
  healthDefinition,
  openApiDefinition,
  docsDefinition,
  docsFileDefinition,
  mcpDefinition,
];
