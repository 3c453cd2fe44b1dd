import {
  docsDefinition,
  docsFileDefinition,
  indexDefinition,
  openApiDefinition,
} from '../functions/api-docs/definition.ts';
import { forumAccountDefinition } from '../functions/forum-account/definition.ts';
import { forumUserDefinition } from '../functions/forum-user/definition.ts';
import { healthDefinition } from '../functions/health/definition.ts';
import { mcpDefinition } from '../functions/mcp/definition.ts';
import { batchDefinition, newBatchDefinition } from '../functions/shared/answers/batches/definition.ts';
import { historyDefinition } from '../functions/shared/answers/history/definition.ts';
import { keywordsDefinition } from '../functions/shared/answers/keywords/definition.ts';
import { longTailDefinition } from '../functions/shared/answers/long-tail/definition.ts';
import { pageDefinition } from '../functions/shared/answers/page/definition.ts';
import { queryDefinition } from '../functions/shared/answers/query/definition.ts';
import { siteDefinition } from '../functions/shared/answers/site/definition.ts';
import { sitePagesDefinition } from '../functions/shared/answers/site-pages/definition.ts';
import type { EndpointDefinition } from '../functions/shared/http/definition.ts';
import { usageDefinition } from '../functions/usage/definition.ts';

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
