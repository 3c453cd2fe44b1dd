import type { z } from 'zod';
import type { checkIn as checkInAnswer } from './answer-schema.ts';
import { type CallOptions, refusalOf, textOf, type UpstreamAnswer, type UpstreamClient } from './upstream-client.ts';
import { ServiceError } from '../platform/http/errors.ts';
import { truncate } from '../platform/text/text.ts';

/** Outcome of one board's check-in. */
interface CheckIn extends Omit<z.infer<typeof checkInAnswer>, 'upstream'> {
  /** Upstream's response, unchanged; its code and message if it refused because of an earlier check-in. */
  upstream: object;
}

/** Messages of a second check-in on the same day, which is not documented: some versions of upstream refuse it. */
const ALREADY = /已签到|已经签到/;

/**
 * Checks in on one board. An earlier check-in on the same day is a result, not an error.
 *
 * @throws what the upstream client throws
 */
export async function checkIn(
  key: string,
  catId: string,
  client: UpstreamClient,
  options?: CallOptions,
): Promise<CheckIn> {
  try {
    return outcome(catId, await client.checkIn(key, catId, options));
  } catch (error) {
    const upstream = refusalOf(error);
    if (!upstream || !ALREADY.test(upstream.msg)) throw error;
    return { cat_id: catId, status: 'already', experience: 0, continue_days: null, upstream };
  }
}

function outcome(catId: string, answer: UpstreamAnswer): CheckIn {
  const experience = Number(answer.experienceVal ?? 0) || 0;
  const isRepeated = Number(answer.isFirstSignToday) === 0 && experience === 0;
  const isAlready = isRepeated || ALREADY.test(textOf(answer.msg));
  return {
    cat_id: catId,
    status: isAlready ? 'already' : 'signed',
    experience: isAlready ? 0 : experience,
    continue_days: typeof answer.continueDays === 'number' ? answer.continueDays : null,
    upstream: answer,
  };
}

export interface Board {
  id: number;
  title: string;
}

/** More pages than any forum has; ends a list whose pages form a cycle. */
const MAX_PAGES = 50;
/**
 * Limits on the boards of a batch and the characters of their titles. With these, and with the upstream client's limit
 * on messages, the response stays below what Lambda can return (3.9 MB when each character takes seven bytes, as control
 * characters do), so that no check-in is made whose result cannot be returned.
 */
export const MAX_BOARDS = 1_000;
const MAX_TITLE_LENGTH = 100;

/**
 * Fetches all boards of upstream, sorted by id: the order is the same in every call, so that a batch can continue after
 * any of them.
 *
 * @param remainingMs returns the time that is left for all pages of the list
 * @throws {ServiceError} upstream_unreadable if the response is not a list, or is longer than that of any forum
 * @throws {ServiceError} upstream_timeout if the list is not complete in time
 */
export async function listBoards(upstream: UpstreamClient, remainingMs: () => number): Promise<Board[]> {
  const boards = new Map<number, string>();
  let start = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    if (remainingMs() <= 0) throw new ServiceError('upstream_timeout');
    const answer = await upstream.boards(start, { timeoutMs: remainingMs() });
    for (const { id, title } of boardsOf(answer)) boards.set(id, title);
    if (boards.size > MAX_BOARDS) throw new ServiceError('upstream_unreadable');
    const next = textOf(answer.start);
    if (Number(answer.more) !== 1 || !next || next === start) break;
    start = next;
  }
  return [...boards].map(([id, title]) => ({ id, title })).sort((a, b) => a.id - b.id);
}

/** @throws {ServiceError} upstream_unreadable when an entry of the list is not a board */
function boardsOf({ categories }: UpstreamAnswer): Board[] {
  if (!Array.isArray(categories) || !categories.every(isObject)) throw new ServiceError('upstream_unreadable');
  return categories
    .map(({ categoryID, title }) => ({ id: Number(textOf(categoryID) || NaN), title: titleOf(title) }))
    .filter(({ id }) => Number.isSafeInteger(id));
}

/** Returns a copy of the shortened title, so that the complete one is not kept in memory. */
function titleOf(title: unknown): string {
  return Array.from(truncate(textOf(title), MAX_TITLE_LENGTH)).join('');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
