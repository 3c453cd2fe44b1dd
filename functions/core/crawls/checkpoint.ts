import type { FrontierState } from './frontier/frontier.ts';
import { HASH_CHARACTERS } from './frontier/repeated-content.ts';
import type { CrawlProgress, StoredCheckpoint } from './crawl-memory.ts';
import type { StopReason } from './store/item.ts';
import type { WrittenCrawl } from './store/crawl-visits.ts';
import type { SiteCrawls } from './store/site-crawls.ts';

/** Pages after which a crawl stores a checkpoint: a restore reads the last one, and the pages since. */
export const CHECKPOINT_PAGES = 2_000;

/**
 * To be raised with each change of what a checkpoint contains, and of the rules that decide which addresses are next: a
 * restore from an older one replays all pages instead.
 */
const VERSION = 1;

/** File of a crawl that names its last checkpoint. */
const POINTER = 'checkpoint';
/** Files with checkpoints, written alternately, so that the last one stays valid until the next one is complete. */
const FILES = ['checkpoint 0', 'checkpoint 1'] as const;

/** What follows from the first outcomes of a crawl, except for the plan. */
export interface Checkpoint extends Pick<CrawlProgress, 'count' | 'failedInARow'> {
  stopReason: StopReason | null;
  canonicals: string[];
  frontier: FrontierState;
  stored: StoredCheckpoint;
}

type CheckpointFiles = Pick<SiteCrawls, 'readFile' | 'writeFile'>;

/**
 * Stores a checkpoint; that before stays valid if this is interrupted.
 *
 * @param progress of which later changes have no effect
 */
export async function writeCheckpoint(
  crawl: WrittenCrawl,
  progress: CrawlProgress,
  crawls: CheckpointFiles,
): Promise<StoredCheckpoint> {
  const { count } = progress;
  const text = packCheckpoint(progress);
  const file = FILES.find((name) => name !== progress.checkpoint?.file)!;
  const hash = await crawls.writeFile(crawl, file, text);
  const stored = { version: VERSION, count, file, hash };
  await crawls.writeFile(crawl, POINTER, JSON.stringify(stored));
  return stored;
}

/** @returns the last checkpoint of a crawl; `null`: there is none, or another version of the code or another worker wrote it */
export async function readCheckpoint(crawl: WrittenCrawl, crawls: CheckpointFiles): Promise<Checkpoint | null> {
  const pointer = await crawls.readFile(crawl, POINTER);
  if (pointer === null) return null;
  const stored = JSON.parse(pointer) as StoredCheckpoint;
  if (stored.version !== VERSION) return null;
  const text = await crawls.readFile(crawl, stored.file, stored.hash);
  return text === null ? null : { ...unpackCheckpoint(text), stored };
}

interface PackedCheckpoint extends Omit<Checkpoint, 'frontier' | 'stored'> {
  frontier: PackedFrontier;
}

type PackedFrontier = ReturnType<typeof packFrontier>;

/** @returns the checkpoint of a crawl as JSON text */
export function packCheckpoint({ count, failedInARow, stopReason, canonicals, frontier }: CrawlProgress): string {
  const packed: PackedCheckpoint = {
    ...{ count, failedInARow, stopReason },
    canonicals: [...canonicals],
    frontier: packFrontier(frontier.state),
  };
  return JSON.stringify(packed);
}

export function unpackCheckpoint(text: string): Omit<Checkpoint, 'stored'> {
  const packed = JSON.parse(text) as PackedCheckpoint;
  return { ...packed, frontier: unpackFrontier(packed.frontier) };
}

function packFrontier({ known, waiting, texts, ...others }: FrontierState) {
  return {
    ...others,
    known: {
      urls: known.urls,
      depths: gapsOf(known.depths),
      redirects: gapsOf(known.redirects),
      texts: gapsOf(known.texts),
      stages: gapsOf(known.stages),
    },
    waiting: waiting.map(gapsOf),
    texts: {
      hashes: texts.hashes.join(''),
      directories: texts.directories,
      contents: gapsOf(texts.contents),
      places: gapsOf(texts.places),
      counts: gapsOf(texts.counts),
    },
  };
}

function unpackFrontier({ known, waiting, texts, ...others }: PackedFrontier): FrontierState {
  return {
    ...others,
    known: {
      urls: known.urls,
      depths: numbersOf(known.depths),
      redirects: numbersOf(known.redirects),
      texts: numbersOf(known.texts),
      stages: numbersOf(known.stages),
    },
    waiting: waiting.map(numbersOf),
    texts: {
      hashes: texts.hashes.match(new RegExp(`.{${HASH_CHARACTERS}}`, 'g')) ?? [],
      directories: texts.directories,
      contents: numbersOf(texts.contents),
      places: numbersOf(texts.places),
      counts: numbersOf(texts.counts),
    },
  };
}

/** Returns the differences between successive numbers: most are 0 or 1, so that they take few bytes when compressed. */
function gapsOf(numbers: Uint32Array): number[] {
  return Array.from(numbers, (number, index) => number - (numbers[index - 1] ?? 0));
}

function numbersOf(gaps: readonly number[]): Uint32Array {
  let number = 0;
  return Uint32Array.from(gaps, (gap) => (number += gap));
}
