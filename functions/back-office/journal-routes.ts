import * as z from 'zod/mini';
import { readParameters } from '../core/platform/http/parameters.ts';
import type { Journal } from '../core/operations/journal.ts';
import type { JournalPage } from './contract.ts';
import type { Route } from './router.ts';

export interface JournalServices {
  journal: Pick<Journal, 'list'>;
}

const PAGE_SIZE = 50;
const LONGEST_ID = 200;
const listParameters = z.object({ after: z.optional(z.string().check(z.minLength(1), z.maxLength(LONGEST_ID))) });

/** The route for what operators did. */
export const journalRoutes: Route<JournalServices>[] = [
  {
    method: 'GET',
    pattern: 'journal',
    handle: async ({ event }, { journal }) => {
      const { after = null } = readParameters(event, listParameters);
      const { entries, next } = await journal.list(after, PAGE_SIZE);
      const described = entries.map((entry) => ({ ...entry, at: entry.id.slice(0, entry.id.indexOf('#')) }));
      return { data: { entries: described, next } satisfies JournalPage };
    },
  },
];
