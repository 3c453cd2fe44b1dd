import { z } from 'zod';
import { noHost } from '../platform/names/address-parameters.ts';
import { batchBody, batchPageParameters, newBatchParameters } from './read-request.ts';
import type { ResponseDefinition, EndpointDefinition, ParameterObject } from '../platform/http/definition.ts';
import { historyAnswer } from '../record/history-schema.ts';
import { domainAnswer } from '../record/schema.ts';
import { rowStatuses } from './batch.ts';

// `data` of the answers. The conventions are those of `record/schema.ts`.

const count = z.int().nonnegative();
const time = z.iso.datetime();

const error = z.strictObject({
  code: z.string().describe('Stable error code'),
  message: z.string().describe('Error message for people'),
  retryable: z.boolean().describe('Whether the same row can succeed in a later batch'),
});

const item = z.strictObject({
  input: z
    .string()
    .nullable()
    .describe('Input of this row in the request; null if the operator has since deleted the domain'),
  domain: z.string().nullable().describe('Domain name under which the record is stored; null: the row has no domain'),
  status: z
    .enum(rowStatuses)
    .describe(
      "done: the domain's own site was fetched, now or earlier, with refresh since the batch was created; " +
        'pending: it will be fetched in the background; not_found: the name does not exist; failed: its home page could ' +
        'not be fetched, for example because of robots.txt or an expired certificate; invalid: the row is not a domain; ' +
        'refused: blocked by the operator, beyond an allowance, cancelled, or not fetched before the batch reached its ' +
        'work limit',
    ),
  error: error.nullable().describe('Why the row has no data, or incomplete data'),
  data: domainAnswer
    .nullable()
    .describe('Response of /seo/query with only the selected members; null: nothing is cached'),
  history: historyAnswer
    .nullable()
    .describe(
      'Response of /seo/history with up to 1,000 snapshots, only with the selected members; fewer snapshots if the row would ' +
        'not fit into one response. null: not requested, or the row is not a domain',
    ),
});

/** `data` of `/api/v1/seo/batches` and `/api/v1/seo/batches/{id}`. */
export const batchAnswer = z.strictObject({
  batch_id: z
    .string()
    .nullable()
    .describe('Id of the batch; null: this response is complete, and the batch is not stored'),
  created_at: time.describe('Creation time of the batch'),
  expires_at: time.nullable().describe('Time at which the batch is deleted; null: it is not stored'),
  totals: z
    .strictObject({
      domains: count.describe('Total number of rows'),
      done: count.describe('Rows whose site was fetched'),
      pending: count.describe('Rows that will be fetched in the background'),
      not_found: count.describe('Rows whose name does not exist'),
      failed: count.describe('Rows whose site could not be fetched'),
      invalid: count.describe('Rows that are not a domain'),
      refused: count.describe('Rows that are not fetched'),
    })
    .describe('Number of rows of the whole batch by status'),
  poll_after_seconds: count.nullable().describe('Poll again after this time; null: nothing is pending'),
  items: z.array(item).describe('The rows in the order of the request, duplicates included'),
  next_cursor: z
    .string()
    .nullable()
    .describe('Value of the parameter cursor for the next page; null: there are no more rows'),
});

const id: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: '`batch_id` of the response to the request that created the batch',
  schema: { type: 'string' },
  example: 'b20261122f77e461ed2f0a29e94e7',
};

const idempotencyKey: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any unique value. The same request with the same key returns the same batch for a day, so that it can be repeated ' +
    'safely after a lost response',
  schema: { type: 'string', pattern: '^[\\x20-\\x7e]{0,255}$', examples: ['7d9c1e54'] },
};

const pollAfter = {
  'Retry-After': {
    description: 'poll_after_seconds, if anything is pending',
    schema: { type: 'integer', minimum: 1 },
  },
};

const answer = (meaning: string): ResponseDefinition => ({
  meaning:
    `${meaning}. With \`fields\`, \`data\` and \`history\` contain only the selected members, although their schemas ` +
    'require all',
  data: { name: 'BatchAnswer', schema: batchAnswer },
  hasExample: false,
  csv:
    'one row for each row of the batch, with the columns `input`, `domain`, `status`, `error` and `message`, and the ' +
    'selected members under their dotted names; 422 for a batch with history',
  headers: pollAfter,
});

export const newBatchDefinition: EndpointDefinition = {
  path: '/api/v1/seo/batches',
  access: 'key',
  operations: {
    POST: {
      operationId: 'createBatch',
      tag: 'Search metrics',
      summary: 'Create a batch',
      description:
        'Requests the records of up to 1,000 domains, or the records and histories of up to 100. The response contains ' +
        'cached records; the others are fetched in the background, and the batch reports the progress. Each domain that ' +
        'has to be fetched counts against the daily allowance, as in a query; domains beyond the allowance are `refused`. ' +
        'An invalid row does not affect the others. An owner has at most 20 batches in progress, not counting those with ' +
        'nothing to fetch. A batch does not start daily snapshots of its domains.',
      query: newBatchParameters,
      parameters: [idempotencyKey],
      body: {
        name: 'BatchRequest',
        schema: batchBody(noHost),
        // The request that creates the batch of the answer's example.
        examples: { example: { domains: ['https://www.shop.example/', 'BLOG.example', 'localhost'] } },
      },
      limits: ['domains'],
      answers: {
        200: answer('All records are cached: the response is complete, no batch is stored, and batch_id is null'),
        202: {
          ...answer('The batch, with cached records. The others are being fetched'),
          hasExample: true,
          headers: { Location: { description: 'Path of the batch', schema: { type: 'string' } }, ...pollAfter },
        },
      },
      errors: ['idempotency_conflict', 'batches_full', 'deliveries_full'],
    },
  },
};

export const batchDefinition: EndpointDefinition = {
  path: '/api/v1/seo/batches/{id}',
  access: 'key',
  operations: {
    GET: {
      operationId: 'getBatch',
      tag: 'Search metrics',
      summary: 'Get the state of a batch',
      description:
        'Returns the rows of a batch in the order of the request, page by page. A row that is `done` can have sources ' +
        'that are still `pending`: sources with a rate limit are requested later. A batch is kept for 30 days.',
      query: batchPageParameters,
      parameters: [id],
      answers: { 200: answer('The current state of the batch') },
      errors: ['not_found'],
    },
    DELETE: {
      operationId: 'cancelBatch',
      tag: 'Search metrics',
      summary: 'Cancel a batch',
      description:
        'Rows that are `pending` become `refused`, except those that are being fetched. Fetched records are kept.',
      query: batchPageParameters,
      parameters: [id],
      answers: { 200: answer('The state of the batch after the cancellation') },
      errors: ['not_found'],
    },
  },
};
