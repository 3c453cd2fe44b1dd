import type { z } from 'zod/mini';
import { batchPageParameters, newBatchParameters } from '../../functions/shared/batches/parameters.ts';
import { batchBody } from '../../functions/shared/batches/read-request.ts';
import { readExample } from './examples/read-example.ts';
import { type JsonSchema, requestSchema, schemaRef } from './json-schema.ts';
import { type ParameterObject, queryParameters } from './parameters.ts';
import { apiKeySecurity, cutOff, errorRefs, type ResponseName, tableHeaders } from './responses.ts';

const REQUEST = 'BatchRequest';
const ANSWER = 'BatchAnswer';

/** Of a batch as it is made in the example of its answer. */
const EXAMPLE_REQUEST = { domains: ['https://www.shop.example/', 'BLOG.example', 'localhost'] };

/** The schema of the body of a new batch, by name. */
export function batchRequestSchemas(): Record<string, JsonSchema> {
  return { [REQUEST]: requestSchema(batchBody) };
}

const id: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'batch_id of the answer to the request that made it',
  schema: { type: 'string' },
  example: (readExample(ANSWER) as { data: { batch_id: string } }).data.batch_id,
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

/** Paths of batches. */
export function batchPaths() {
  return {
    '/api/v1/seo/batches': {
      post: {
        ...operation('createBatch', 'Many domains at once', newBatchParameters, [idempotencyKey]),
        description:
          'The records of up to 1,000 domains, and their histories for up to 100. What is cached is in the answer; the ' +
          'rest is fetched in the background, of which the batch tells. A domain that has to be fetched counts as one ' +
          'that is fetched by a query; those beyond the allowance of the day are `refused`. An invalid line spoils no ' +
          'other. A batch makes no domain followed.',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaRef(REQUEST), example: EXAMPLE_REQUEST } },
        },
        responses: {
          200: answer('Nothing is left to be fetched, and all is in the answer: no batch is stored, batch_id is null'),
          202: answer('The batch, with what is cached already. The rest is fetched', {
            headers: { Location: { description: 'Path of the batch', schema: { type: 'string' } } },
            example: readExample(ANSWER),
          }),
          ...errors('IdempotencyConflict'),
        },
      },
    },
    '/api/v1/seo/batches/{id}': {
      get: {
        ...operation('getBatch', 'How a batch stands', batchPageParameters, [id]),
        description:
          'The lines of a batch in the order of the request, page by page. A line that is `done` may have sources that ' +
          'are still `pending`: those that keep a pace are asked later. A batch is kept for 30 days.',
        responses: { 200: answer('The batch as it stands'), ...errors('NotFound') },
      },
      delete: {
        ...operation('cancelBatch', 'Cancel what of a batch has not begun', batchPageParameters, [id]),
        description:
          'Lines that are `pending` become `refused`, but for those that are being fetched. What was fetched stays.',
        responses: { 200: answer('The batch as it stands then'), ...errors('NotFound') },
      },
    },
  };
}

function operation(operationId: string, summary: string, query: z.core.$ZodObject, others: ParameterObject[]) {
  const parameters = [...others, ...queryParameters(query).map(withoutExample)];
  return { operationId, tags: ['Search metrics'], summary, security: apiKeySecurity, parameters };
}

/** Nothing has to be filled in. */
function withoutExample({ example, schema, ...parameter }: ParameterObject): ParameterObject {
  return { ...parameter, schema: { ...schema, ...(example !== undefined && { examples: [example] }) } };
}

function errors(...others: ResponseName[]) {
  return {
    ...errorRefs('KeyRefused', 'MethodNotAllowed', 'TooLarge', 'BadParameter', 'PlanUsedUp', 'Internal', 'TimeUp'),
    ...errorRefs(...others),
  };
}

function answer(meaning: string, { headers = {}, example }: { headers?: object; example?: unknown } = {}) {
  return {
    description:
      `${meaning}. With \`fields\`, \`data\` and \`history\` have the chosen members alone, although their schemas ` +
      'require all of them. As CSV (text/csv, RFC 4180, UTF-8) for `Accept: text/csv` or `format=csv`: a row for each ' +
      'line, with the columns `input`, `domain`, `status`, `error` and `message`, and the chosen members by their dotted ' +
      'names; 422 for a batch with history. Texts that a spreadsheet would take for formulas have an apostrophe in front.',
    headers: {
      ...headers,
      ...tableHeaders,
      ...cutOff,
      'Retry-After': {
        description: 'poll_after_seconds, where anything is pending',
        schema: { type: 'integer', minimum: 1 },
      },
    },
    content: { 'application/json': { schema: schemaRef(ANSWER), ...(example !== undefined && { example }) } },
  };
}
