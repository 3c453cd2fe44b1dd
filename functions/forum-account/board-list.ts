import { UpstreamTimeout, UpstreamUnreadable } from '../shared/forum/errors.ts';
import { textOf, type UpstreamClient } from '../shared/forum/upstream-client.ts';

export interface Board {
  id: number;
  title: string;
}

/** More pages than any forum has boards for; ends a list that leads in circles. */
const MAX_PAGES = 50;

/**
 * All boards that upstream lists, in the order of their ids: an order that stays the same from call to call, so that a
 * batch can go on behind any of them.
 *
 * @param remainingMs time that is left for all of its pages
 * @throws {UpstreamUnreadable} where the list is none
 * @throws {UpstreamTimeout} where it is not there in time
 */
export async function listBoards(upstream: UpstreamClient, remainingMs: () => number): Promise<Board[]> {
  const boards = new Map<number, string>();
  let start = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    if (remainingMs() <= 0) throw new UpstreamTimeout();
    const answer = await upstream.boards(start, { timeoutMs: remainingMs() });
    if (!Array.isArray(answer.categories)) throw new UpstreamUnreadable();
    for (const { categoryID, title } of answer.categories as Record<string, unknown>[]) {
      boards.set(Number(categoryID), textOf(title));
    }
    const next = textOf(answer.start);
    if (Number(answer.more) !== 1 || !next || next === start) break;
    start = next;
  }
  return [...boards]
    .filter(([id]) => Number.isSafeInteger(id))
    .map(([id, title]) => ({ id, title }))
    .sort((a, b) => a.id - b.id);
}
