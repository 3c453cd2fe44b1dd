import { z } from 'zod';
import { batchBody, batchPageParameters, newBatchParameters } from './read-request.ts';
import type { Answer, EndpointDefinition, ParameterObject } from '../platform/http/definition.ts';
import { historyAnswer } from '../record/history-schema.ts';
import { domainAnswer } from '../record/schema.ts';
import { lineStatuses } from './batch.ts';

// `data` of the answers. The conventions are those of `record/schema.ts`.

const count = z.int().nonnegative();
const time = z.iso.datetime();

const error = z.strictObject({
  code: z.string().describe('What went wrong, for programs'),
  message: z.string().describe('What went wrong, for people'),
  retryable: z.boolean().describe('The same line may succeed in another batch'),
});

const item = z.strictObject({
  input: z
    .string()
    .nullable()
    .describe('The line as it was given; null where the operator has deleted its domain since'),
  domain: z.string().nullable().describe('The name that the record is kept under; null: the line has none'),
  status: z
    .enum(lineStatuses)
    .describe(
      "done: the domain's own site was read, now or earlier; pending: it is fetched in the background; not_found: the " +
        'name does not exist; failed: it could not be read; invalid: the line is no domain; refused: blocked by the ' +
        'operator, beyond an allowance, cancelled, or not fetched before the batch reached the limit of its work',
    ),
  error: error.nullable().describe('Why the line has no answer, or not all of it'),
  data: domainAnswer
    .nullable()
    .describe('What /seo/query answers, with the chosen members alone; null: nothing is cached'),
  history: historyAnswer
    .nullable()
    .describe(
      'What /seo/history answers for up to 1,000 snapshots, with the chosen members alone; fewer where the line would not ' +
        'fit into one answer. null: it was not asked for, or the line is no domain',
    ),
});

/** `data` of `/api/v1/seo/batches` and `/api/v1/seo/batches/{id}`. */
export const batchAnswer = z.strictObject({
  batch_id: z.string().nullable().describe('Id of the batch; null: all is in this answer, and nothing is stored'),
  created_at: time.describe('When the batch was made'),
  expires_at: time.nullable().describe('When the batch is deleted; null where nothing is stored'),
  totals: z
    .strictObject({
      domains: count.describe('Lines in all'),
      done: count.describe('Whose site was read'),
      pending: count.describe('That are fetched in the background'),
      not_found: count.describe('Whose name does not exist'),
      failed: count.describe('That could not be read'),
      invalid: count.describe('That are no domain'),
      refused: count.describe('That are not fetched'),
    })
    .describe('Lines of the whole batch by their status'),
  poll_after_seconds: count.nullable().describe('After this time it pays to ask again; null: nothing is pending'),
  items: z.array(item).describe('The lines in the order of the request, one for each, duplicates too'),
  next_cursor: z
    .string()
    .nullable()
    .describe('The next page begins behind this one (parameter cursor); null: there are no more lines'),
});

const id: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'batch_id of the answer to the request that made it',
  schema: { type: 'string' },
  example: 'b20261122f77e461ed2f0a29e94e7',
};

const idempotencyKey: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any name of this request: the same request with the same name is answered with the same batch for a day, so that ' +
    'it can be sent again where its answer was lost',
  schema: { type: 'string', pattern: '^[\\x20-\\x7e]{0,255}$', examples: ['7d9c1e54'] },
};

const pollAfter = {
  'Retry-After': {
    description: 'poll_after_seconds, where anything is pending',
    schema: { type: 'integer', minimum: 1 },
  },
};

const answer = (meaning: string): Answer => ({
  meaning:
    `${meaning}. With \`fields\`, \`data\` and \`history\` have the chosen members alone, although their schemas ` +
    'require all of them',
  data: { name: 'BatchAnswer', schema: batchAnswer },
  hasExample: false,
  csv:
    'a row for each line, with the columns `input`, `domain`, `status`, `error` and `message`, and the chosen members ' +
    'by their dotted names; 422 for a batch with history',
  headers: pollAfter,
});

export const newBatchDefinition: EndpointDefinition = {
  function: 'seo-batches',
  path: '/api/v1/seo/batches',
  access: 'key',
  operations: {
    POST: {
      operationId: 'createBatch',
      tag: 'Search metrics',
      summary: 'Many domains at once',
      description:
        'The records of up to 1,000 domains, and their histories for up to 100. What is cached is in the answer; the ' +
        'rest is fetched in the background, of which the batch tells. A domain that has to be fetched counts as one ' +
        'that is fetched by a query; those beyond the allowance of the day are `refused`. An invalid line spoils no ' +
        'other. A batch makes no domain followed.',
      query: newBatchParameters,
      parameters: [idempotencyKey],
      body: {
        name: 'BatchRequest',
        schema: batchBody,
        // Of the batch as it is made in the example of the answer.
        examples: { example: { domains: ['https://www.shop.example/', 'BLOG.example', 'localhost'] } },
      },
      answers: {
        200: answer('Nothing is left to be fetched, and all is in the answer: no batch is stored, batch_id is null'),
        202: {
          ...answer('The batch, with what is cached already. The rest is fetched'),
          hasExample: true,
          headers: { Location: { description: 'Path of the batch', schema: { type: 'string' } }, ...pollAfter },
        },
      },
      errors: ['idempotency_conflict'],
    },
  },
};

export const batchDefinition: EndpointDefinition = {
  function: 'seo-batches',
  path: '/api/v1/seo/batches/{id}',
  access: 'key',
  operations: {
    GET: {
      operationId: 'getBatch',
      tag: 'Search metrics',
      summary: 'How a batch stands',
      description:
        'The lines of a batch in the order of the request, page by page. A line that is `done` may have sources that ' +
        'are still `pending`: those that keep a pace are asked later. A batch is kept for 30 days.',
      query: batchPageParameters,
      parameters: [id],
      answers: { 200: answer('The batch as it stands') },
      errors: ['not_found'],
    },
    DELETE: {
      operationId: 'cancelBatch',
      tag: 'Search metrics',
      summary: 'Cancel what of a batch has not begun',
      description:
        'Lines that are `pending` become `refused`, but for those that are being fetched. What was fetched stays.',
      query: batchPageParameters,
      parameters: [id],
      answers: { 200: answer('The batch as it stands then') },
      errors: ['not_found'],
    },
  },
};
