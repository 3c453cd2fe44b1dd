import { batchAnswer } from './answer-schema.ts';
import { batchPageParameters, newBatchParameters } from './parameters.ts';
import { batchBody } from './read-request.ts';
import type { Answer, EndpointDefinition, ParameterObject } from '../platform/http/definition.ts';

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
