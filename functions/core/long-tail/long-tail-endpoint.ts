import type { Endpoint } from '../platform/http/endpoint.ts';
import { createKeywordEndpoint } from '../keywords/cached-answers.ts';
import type { LongTailSettings } from './settings.ts';
import type { LongTailAnswer } from './answer-schema.ts';
import { longTailTable } from './csv-table.ts';

/** Creates the endpoint of long-tail keywords in groups, as JSON or CSV. */
export function createLongTailEndpoint(settings: LongTailSettings): Endpoint {
  return createKeywordEndpoint(settings, {
    // All of its queries were answered: requests for other seeds change nothing.
    isSame: (before, now) => before.refreshes === now.refreshes,
    file: import.meta.filename,
    storedFacts: { cache_status: 'hit' },
    load: async () => {
      const [{ longTailParameters }, { readParameters }, { createAnswer }] = await Promise.all([
        import('./find-long-tail.ts'),
        import('../platform/http/parameters.ts'),
        import('./create-answer.ts'),
      ]);
      return { read: (event) => readParameters(event, longTailParameters), create: createAnswer };
    },
    name: ({ keyword, language }: LongTailAnswer) => ['long-tail', keyword, language],
    table: longTailTable,
  });
}
