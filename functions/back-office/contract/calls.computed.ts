import { type Contract, contract } from '../contract.ts';
import { type Entry, isJournaled } from './entry.ts';

/** How a route is called. */
export interface Call extends Pick<Entry, 'method' | 'pattern'> {
  /** Where its parameters are, apart from those in the path. */
  input: 'query' | 'body' | null;
  /** It is a change by an operator, which the journal records. */
  isJournaled: boolean;
}

/** How each route is called, for the page, which does not load the schemas. */
export const calls = Object.fromEntries(
  Object.entries<Entry>(contract).map(([name, { method, pattern, isOwn, query, body }]): [string, Call] => [
    name,
    {
      method,
      pattern,
      input: (query && 'query') ?? (body && 'body') ?? null,
      isJournaled: isJournaled({ method, isOwn }),
    },
  ]),
) as Record<keyof Contract, Call>;
