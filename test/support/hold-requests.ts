import { expect } from '@jest/globals';
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { generatedRequests, type GeneratedRequest } from './generated-requests.ts';
import { createValidator, type OpenApiDocument, withChosenMembers } from './openapi.ts';
import type { TestRunner } from './runner.ts';

/**
 * Sends requests generated from the document, one after the other, and expects of each answer that it is as documented,
 * and that it refuses what the document does not allow and nothing else.
 *
 * @param key of a large plan; what is throttled is sent again
 */
export async function holdRequests(
  document: OpenApiDocument,
  { url }: Pick<TestRunner, 'url'>,
  key: string,
  count: number,
) {
  const { answerProblems } = createValidator(document);
  const { answerProblems: chosenProblems } = createValidator(withChosenMembers(document));

  async function ask({ path, query }: GeneratedRequest): Promise<Response> {
    const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
      headers: { 'X-SEO-API-Key': key },
    });
    if (response.status !== 429) return response;
    await sleep(1_000);
    return ask({ path, query, refused: [] });
  }

  await fc.assert(
    fc.asyncProperty(generatedRequests(document), async (request) => {
      const response = await ask(request);
      const body = await response.text();
      const type = response.headers.get('content-type') ?? '';
      const problems = request.query.some(([name]) => name === 'fields') ? chosenProblems : answerProblems;
      expect(problems(request.path, 'get', { status: response.status, type, body })).toEqual([]);
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
