import { beforeAll, describe, expect, test } from '@jest/globals';
import { analysePage } from '../../functions/core/analysis/analyse-page.ts';
import { hugePage } from '../bench/page/pages.ts';
import { NO_ROBOTS, NOW, served } from '../unit/analysis/page/served.ts';
import { type Nest, pageOfNests, workOf } from '../unit/analysis/page/work.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { pairNests, plainNests } from './support/nests.ts';
import { seed } from './support/seed.ts';

/** Maximum of open elements visited per token, on average over a page. */
const MOST_LOOKED = 8;
const PAGE_BYTES = 5_000_000;
/** Size of the pages of the first selection, and of the second. */
const SMALL_BYTES = 8_000;
const MIDDLE_BYTES = 300_000;
/** Only every n-th nest is tried: of plain nests, and of pairs. */
const PLAIN_STEP = tries(5, 1);
const PAIR_STEP = tries(200, 20);
/** Number of the slowest nests that are measured with 5 MB. */
const FULL_PAGES = tries(5, 10);

interface Measured {
  nest: Nest;
  ms: number;
}

interface Tried extends Measured {
  /** Open elements visited per token. */
  looked: number;
}

/** Returns the number of open elements visited per token. */
function lookedIn(page: string): number {
  const { looked, tokens } = workOf(page);
  return looked / tokens;
}

let tried: Tried[];
let standardMs: number;
let slowest: Tried[];

beforeAll(
  () => {
    const standard = [hugePage(PAGE_BYTES)];
    standardMs = Math.min(...Array.from({ length: 5 }, () => processorMs(standard)));
    const nests = [...everyNth(plainNests(), PLAIN_STEP), ...everyNth(pairNests(), PAIR_STEP)];
    tried = nests.map((nest) => {
      const page = pageOfNests(nest, SMALL_BYTES);
      return { nest, looked: lookedIn(page), ms: processorMs(page) };
    });
    // Measurements of small pages are inaccurate, so the slowest of them are measured again with longer pages.
    const longer = worst(tried, 'ms', 6 * FULL_PAGES).map(({ nest }) => measured(nest, MIDDLE_BYTES));
    const full = [...worst(longer, 'ms', FULL_PAGES), ...worst(tried, 'looked', FULL_PAGES)];
    slowest = worst(
      full.map(({ nest }) => measured(nest, PAGE_BYTES)),
      'ms',
      10,
    ).map(({ nest, ms }) => ({ nest, ms, looked: lookedIn(pageOfNests(nest, PAGE_BYTES)) }));
  },
  timeLimit(300_000, 3_000_000),
);

/** Measures processor time, which depends less on other work on the machine. */
function processorMs(page: string | Uint8Array[]): number {
  const started = process.cpuUsage();
  analysePage(served(page), NO_ROBOTS, NOW);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

function measured(nest: Nest, bytes: number): Measured {
  return { nest, ms: processorMs(pageOfNests(nest, bytes)) };
}

function everyNth<Item>(items: Iterable<Item>, step: number): Item[] {
  return [...items].filter((_, index) => index % step === seed % step);
}

function worst<Key extends string, Item extends Record<Key, number>>(among: Item[], by: Key, count: number): Item[] {
  return among.toSorted((one, other) => other[by] - one[by]).slice(0, count);
}

function describeNest({ open, times, follow, again }: Nest): string {
  return `${times} × ${open}, then ${follow}${again ? ', in turns' : ''}`;
}

describe('the worst page of nested tags', () => {
  test('visits at most eight open elements per token', () => {
    const most = worst(tried, 'looked', 10).map(({ nest, looked }) => `${looked.toFixed(2)}: ${describeNest(nest)}`);
    console.log(most.join('\n'));
    expect(most.filter((line) => Number.parseFloat(line) > MOST_LOOKED)).toEqual([]);
    const outcome = `${Number.parseFloat(most[0]!)} open elements visited per token at most`;
    tally({ area: 'Hostile sites', what: 'nested tags, by counted work', tried: tried.length, outcome });
  });

  test('visits as few of them in 5 MB, where pages take longest', () => {
    const times = slowest.map(({ nest, ms }) => `${(ms / standardMs).toFixed(1)} times: ${describeNest(nest)}`);
    console.log(times.join('\n'));
    expect(slowest.filter(({ looked }) => looked > MOST_LOOKED)).toEqual([]);
    // Stated, not judged: it depends on the load of the machine.
    const outcome = `the slowest page of 5 MB takes ${Number.parseFloat(times[0]!)} times as long as the HTML standard`;
    tally({ area: 'Hostile sites', what: 'nested tags, by processor time', tried: tried.length, outcome });
  });
});
