import { expect } from '@jest/globals';
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { batchRequests } from './generated-batches.ts';
import { generatedRequests, type GeneratedRequest } from './generated-requests.ts';
import { createValidator, type OpenApiDocument, withChosenMembers } from './openapi.ts';
import type { TestRunner } from './runner.ts';

/** A batch that is stored, since it contains a domain to fetch. */
const STORED_BATCH = { domains: ['new.example', 'localhost', 'other.example'] };

const choosesMembers = ({ query, body }: GeneratedRequest) =>
  query.some(([name]) => name === 'fields') || JSON.stringify(body ?? null).includes('"fields"');

/**
 * Sends requests generated from the document, one after the other, and expects that each response is as documented, and
 * rejects exactly the values that the document does not allow.
 *
 * @param key of a large plan; throttled requests are sent again
 */
export async function holdRequests(
  document: OpenApiDocument,
  { url }: Pick<TestRunner, 'url'>,
  key: string,
  count: number,
) {
  const { answerProblems } = createValidator(document);
  const { answerProblems: chosenProblems } = createValidator(withChosenMembers(document));

  async function send(request: GeneratedRequest): Promise<Response> {
    const { path, id = '', query, method = 'get', body } = request;
    const response = await fetch(`${url}${path.replace('{id}', id)}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: { 'X-SEO-API-Key': key },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.status !== 429) return response;
    await sleep(1_000);
    return send(request);
  }

  const batch = await send({ path: '/api/v1/seo/batches', method: 'post', query: [], body: STORED_BATCH, refused: [] });
  const { batch_id: id } = ((await batch.json()) as { data: { batch_id: string } }).data;
  const requests = fc.oneof(
    { weight: 3, arbitrary: generatedRequests(document) },
    { weight: 1, arbitrary: batchRequests(document, id) },
  );
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const response = await send(request);
      const body = await response.text();
      const type = response.headers.get('content-type') ?? '';
      const problems = choosesMembers(request) ? chosenProblems : answerProblems;
      const answer = { status: response.status, type, body };
      expect(problems(request.path, request.method ?? 'get', answer)).toEqual([]);
      const isJson = type.startsWith('application/json');
      const { details = [] } = (isJson ? JSON.parse(body) : {}) as { details?: { param: string }[] };
      expect([response.status === 422, details.map(({ param }) => param).toSorted()]).toEqual([
        request.refused.length > 0,
        request.refused.toSorted(),
      ]);
    }),
    { numRuns: count },
  );
}
