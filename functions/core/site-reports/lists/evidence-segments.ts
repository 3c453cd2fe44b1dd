import { type ListName, numberOfAddress, type Segment } from '../../crawls/store/evidence-rows.ts';
import type { EvidenceOrder } from '../../crawls/store/item.ts';
import type { EndedCrawl, EvidenceReader } from '../../crawls/store/site-crawls.ts';

/** A segment with the position of its first row among all rows of its order. */
export interface PlacedSegment extends Segment {
  position: number;
}

/** Segments of an order, as few as may have the requested rows. */
export interface Segments {
  order: EvidenceOrder;
  segments: PlacedSegment[];
}

type Reader = Pick<EvidenceReader, 'readDirectory' | 'findNumbers'>;

/** Returns all segments of a list in the order of its answers. */
export async function wholeList(crawl: EndedCrawl, list: ListName, crawls: Reader): Promise<Segments> {
  return { order: list, segments: placed((await crawls.readDirectory(crawl, list))?.segments ?? []) };
}

/**
 * Returns the segments that may have rows of a page.
 *
 * @returns `null` if the order is not stored, since the list is short
 */
export async function ofPage(
  crawl: EndedCrawl,
  order: 'page-issues' | 'links',
  url: string,
  crawls: Reader,
): Promise<Segments | null> {
  const directory = await crawls.readDirectory(crawl, order);
  if (!directory) return null;
  const segments = placed(directory.segments);
  const numbers = await crawls.findNumbers(crawl, directory, url);
  return { order, segments: numbers ? withNumbers(segments, numbers) : segments };
}

/** Returns the segments that may have links to a target, in the same way. */
export async function ofTarget(crawl: EndedCrawl, to: string, crawls: Reader): Promise<Segments | null> {
  const order = 'target-links';
  const directory = await crawls.readDirectory(crawl, order);
  return directory && { order, segments: withNumbers(placed(directory.segments), [numberOfAddress(to)]) };
}

function placed(segments: readonly Segment[]): PlacedSegment[] {
  let position = 0;
  return segments.map((segment) => {
    const at = position;
    position += segment.rows;
    return { ...segment, position: at };
  });
}

/** @returns the segments that may have rows with one of some numbers: rows of a number may continue in the next segment */
function withNumbers(segments: readonly PlacedSegment[], numbers: readonly number[]): PlacedSegment[] {
  return segments.filter(({ lowest = 0 }, index) => {
    const next = segments[index + 1]?.lowest ?? Infinity;
    return numbers.some((number) => lowest <= number && number <= next);
  });
}
