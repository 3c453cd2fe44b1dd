import type { Endpoint } from '../../platform/http/endpoint.ts';
import { createKeywordEndpoint } from '../cached-answers.ts';
import type { KeywordsSettings } from '../settings.ts';
import type { KeywordsAnswer } from '../answer-schema.ts';
import { keywordsTable } from '../csv-table.ts';

/** Creates the endpoint of keywords by words, by domain, or both, as JSON or CSV. */
export function createKeywordsEndpoint(settings: KeywordsSettings): Endpoint {
  return createKeywordEndpoint(settings, {
    // Every keyword that is added to the index of the language may belong to the answer.
    isSame: (before, now) => !now.isAny && before.changes === now.changes,
    file: import.meta.filename,
    load: async () => {
      const [{ readRequest }, { createAnswer }] = await Promise.all([
        import('./read-request.ts'),
        import('./create-answer.ts'),
      ]);
      return { read: readRequest, create: createAnswer };
    },
    name: ({ query }: KeywordsAnswer) => ['keywords', query.q, query.domain],
    table: keywordsTable,
  });
}
