import { DAY_MS } from '../platform/time/day.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { When } from '../platform/dynamodb/expressions.ts';
import { contains, present } from '../platform/dynamodb/expressions.ts';
import { putItem, queryPage, updateItem } from '../platform/dynamodb/table.ts';

/** The partition of the journal in the `Operations` table. */
const JOURNAL = 'journal';
const KEPT_DAYS = 365;

/** A change that an operator made or tried to make. */
export interface JournalEntry {
  /** ISO 8601 time and the id of the request. */
  id: string;
  /** Name of the operator. */
  operator: string;
  /** Method and path of the call, with the names of its parameters in braces, such as `POST domains/{domain}/block`. */
  action: string;
  /** Id or name of the changed object; `null`: none. */
  about: string | null;
  /** `done`, or the code of the error; `null`: the request did not end. */
  outcome: string | null;
  /** Name of the changed object, where `about` is an id; `null`: none. */
  name: string | null;
  /** What was changed; empty if the action states it. */
  changes: JournalChange[];
}

export type JournalValue = string | number | boolean | null;

/** A changed member. Without values, the journal does not contain them. */
export interface JournalChange {
  /** Name of the member, such as `plan`. */
  what: string;
  from?: JournalValue;
  to?: JournalValue;
}

/** What a route adds to the entry of its change. */
export interface JournalNote {
  name?: string;
  changes?: JournalChange[];
}

/** Which entries are listed; without a member, those with any value of it. */
export interface JournalFilter {
  operator?: string | undefined;
  action?: string | undefined;
  /** A part of the id or the name of the changed object, such as a domain. */
  about?: string | undefined;
}

/** Entries that a filtered list examines at most in one call: about 1 MB. */
const MAX_EXAMINED = 2_000;

export type Journal = ReturnType<typeof createJournal>;

/**
 * Creates the journal of operators' changes in the `Operations` table, which keeps a year. Its items have no `domain`,
 * so that the deletion of a domain stays recorded.
 */
export function createJournal(db: DynamoDB, table: string, now: () => number) {
  const store = { db, table };
  return {
    /** Stores a change before it is made. */
    async begin(entry: Pick<JournalEntry, 'id' | 'operator' | 'action' | 'about'>): Promise<void> {
      const expires_at = Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000);
      await putItem(store, { kind: JOURNAL, ...entry, expires_at });
    },

    /** Stores the outcome of a change, and the changed object if it was not known before. */
    async end(
      { id, about, outcome }: Pick<JournalEntry, 'id' | 'about' | 'outcome'>,
      { name, changes = [] }: JournalNote = {},
    ): Promise<void> {
      const set = { outcome, about, name: name ?? null, changes };
      // An entry that is gone is not created again without its operator.
      await updateItem(store, { kind: JOURNAL, id }, { set, when: { operator: present } });
    },

    /**
     * Returns entries, newest first. With a filter, there can be fewer than `limit`, or none, and yet a `next`.
     *
     * @param after `next` of the previous entries; `null` for the newest
     */
    async list(
      after: string | null,
      limit: number,
      asked: JournalFilter = {},
    ): Promise<{ entries: JournalEntry[]; next: string | null }> {
      const start = after === null ? null : { kind: JOURNAL, id: after };
      const filter = filterOf(asked);
      const paging = {
        limit: filter ? MAX_EXAMINED : limit,
        descending: true,
        after: start,
        ...(filter && { filter }),
      };
      const { items: found, next: end } = await queryPage<JournalItem>(store, { kind: JOURNAL }, paging);
      const items = found.slice(0, limit);
      const next = found.length > limit ? items.at(-1) : end;
      const entries = items.map(({ id, operator, action, about, outcome = null, name = null, changes = [] }) => {
        return { id, operator, action, about, outcome, name, changes };
      });
      return { entries, next: (next?.id as string | undefined) ?? null };
    },
  };
}

/** The condition of a filter; `undefined`: it has no members. */
function filterOf({ operator, action, about }: JournalFilter): When | undefined {
  const of = { ...(operator && { operator }), ...(action && { action }) };
  if (about)
    return [
      { ...of, about: contains(about) },
      { ...of, name: contains(about) },
    ];
  return Object.keys(of).length > 0 ? of : undefined;
}

type Ending = 'outcome' | 'name' | 'changes';
type JournalItem = Omit<JournalEntry, Ending> & Partial<Pick<JournalEntry, Ending>>;
