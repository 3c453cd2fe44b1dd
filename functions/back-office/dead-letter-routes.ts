import * as z from 'zod/mini';
import { ServiceError } from '../core/platform/http/errors.ts';
import { readJsonBody } from '../core/platform/http/json-body.ts';
import { readParameters } from '../core/platform/http/parameters.ts';
import { eachAtOnce } from '../core/platform/dynamodb/many-items.ts';
import type { DeadLetters, ListedLetter, SentLetter } from '../core/operations/dead-letters.ts';
import type { QueueOperations } from '../core/platform/queues/queue-operations.ts';
import type { DeadLetter, Retried } from './contract.ts';
import type { Route } from './router.ts';

export interface DeadLetterServices {
  letters: Pick<DeadLetters, 'list' | 'sentBefore' | 'read' | 'remove'>;
  queue: Pick<QueueOperations, 'putBack'>;
  now: () => number;
}

const PAGE_SIZE = 25;
/** So many are put back within a call. */
const MOST_AT_A_TIME = 250;
const LONGEST_ID = 200;
const NO_LETTER = 'There is no such dead letter: it was tried again, dropped, or is older than 30 days.';

const letterId = z.string().check(z.minLength(1), z.maxLength(LONGEST_ID));
const listParameters = z.object({ after: z.optional(letterId) });
const namedLetter = z.strictObject({ id: letterId });
const error = 'must be a time, as a response has it in next';
const retryAll = z.strictObject({ before: z.optional(z.iso.datetime({ error })) });

/** Routes for dead letters, one by one and all together. */
export const deadLetterRoutes: Route<DeadLetterServices>[] = [
  {
    method: 'GET',
    pattern: 'queue/dead-letters',
    handle: async ({ event }, { letters }) => {
      const { after = null } = readParameters(event, listParameters);
      const { letters: found, next } = await letters.list(after, PAGE_SIZE);
      return { data: { letters: found.map(describe), next } };
    },
  },
  {
    method: 'POST',
    pattern: 'queue/dead-letters/retry',
    handle: async ({ event }, services) => {
      const letter = await services.letters.read(readJsonBody(event, namedLetter).id);
      if (!letter) throw new ServiceError('not_found', { message: NO_LETTER });
      await putBack(letter, services);
      return { data: {} };
    },
  },
  {
    method: 'POST',
    pattern: 'queue/dead-letters/drop',
    handle: async ({ event }, { letters }) => {
      await letters.remove(readJsonBody(event, namedLetter).id);
      return { data: {} };
    },
  },
  {
    method: 'POST',
    pattern: 'queue/retry',
    handle: async ({ event }, services) => {
      const { before } = event.body ? readJsonBody(event, retryAll) : {};
      return { data: await retrySome(before ?? new Date(services.now()).toISOString(), services) };
    },
  },
];

/** @param before a message that fails again is sent later than that: it is not tried a second time */
async function retrySome(before: string, services: DeadLetterServices): Promise<Retried> {
  const { letters, more } = await services.letters.sentBefore(before, MOST_AT_A_TIME);
  await eachAtOnce(letters, (letter) => putBack(letter, services));
  return { moved: letters.length, next: more ? before : null };
}

/** Where it ends in between, the letter stays, and its work may be done twice, which changes nothing. */
async function putBack(letter: SentLetter, { queue, letters }: DeadLetterServices): Promise<void> {
  await queue.putBack(letter);
  await letters.remove(letter.id);
}

function describe({ id, queue, task, domain, why, sent_at, given_up_at }: ListedLetter): DeadLetter {
  return { id, queue, task: task ?? null, domain: domain ?? null, why: why ?? null, sent_at, given_up_at };
}
