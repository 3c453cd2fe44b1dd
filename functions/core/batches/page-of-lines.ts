import { invalidParameter } from '../platform/http/errors.ts';
import { pageRoom } from '../platform/http/paging.ts';
import type { BatchLine, BatchView } from './batch.ts';
import { batchCursor, readBatchCursor } from './batch-cursor.ts';

export interface PageRequest {
  /** Most lines. */
  limit: number;
  /** `next_cursor` of the page before. */
  cursor?: string | undefined;
}

/** Lines of a page as they stand in the answer. */
export interface LinePage<Item> {
  items: Item[];
  /** Leads to the page behind this one; `null` where there is none, and in a batch that is not stored. */
  nextCursor: string | null;
  /** Nothing is left behind this page. A batch that is not stored has no other page: without this, it has to be stored. */
  isLast: boolean;
}

interface Rendering<Item> {
  render: (line: BatchLine) => Item | Promise<Item>;
  /** An item as it is written in the answer. */
  textOf: (item: Item) => string;
}

/** Lines that are rendered at once, of which the last ones may not fit. */
const AT_ONCE = 4;

/**
 * The lines of a page: it ends at its limit, or where no more fit into one answer, and has at least one. What does not
 * fit is not rendered, but for a few lines.
 *
 * @throws {ServiceError} invalid_parameter for a cursor of another batch
 */
export async function pageOfLines<Item>(
  { batchId, lines }: BatchView,
  { limit, cursor }: PageRequest,
  { render, textOf }: Rendering<Item>,
): Promise<LinePage<Item>> {
  const start = cursor === undefined ? 0 : startOf(cursor, batchId, lines.length);
  const wanted = lines.slice(start, start + limit);
  const items = await fitting(wanted, render, textOf);
  const end = start + items.length;
  const isLast = end === lines.length;
  return { items, nextCursor: isLast || batchId === null ? null : batchCursor(batchId, end), isLast };
}

function startOf(cursor: string, batchId: string | null, lines: number): number {
  if (batchId !== null) return readBatchCursor(cursor, batchId, lines);
  throw invalidParameter('cursor', 'is no cursor of this batch');
}

async function fitting<Item>(
  lines: BatchLine[],
  render: Rendering<Item>['render'],
  textOf: Rendering<Item>['textOf'],
): Promise<Item[]> {
  const fits = pageRoom();
  const items: Item[] = [];
  for (let next = 0; next < lines.length; next += AT_ONCE) {
    const rendered = await Promise.all(lines.slice(next, next + AT_ONCE).map(render));
    for (const item of rendered) {
      if (!fits(textOf(item)) && items.length > 0) return items;
      items.push(item);
    }
  }
  return items;
}
