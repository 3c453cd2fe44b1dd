import { beforeAll, describe, expect, test } from '@jest/globals';
import { analysePage } from '../../functions/core/analysis/analyse-page.ts';
import { hugePage } from '../bench/page/pages.ts';
import { NO_ROBOTS, NOW, served } from '../unit/analysis/page/served.ts';
import { type Nest, pageOfNests, workOf } from '../unit/analysis/page/work.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { pairNests, plainNests } from './support/nests.ts';
import { seed } from './support/seed.ts';

/** Open elements that are looked at for a token, on average over a page. */
const MOST_LOOKED = 8;
/** Times the processor time of as much of the HTML standard. */
const MOST_TIME = 20;
const PAGE_BYTES = 5_000_000;
/** Of the pages that the worst are looked for among, and of those that are measured once more. */
const SMALL_BYTES = 8_000;
const MIDDLE_BYTES = 300_000;
/** One nest in so many is tried: of those that are plain, and of pairs. */
const PLAIN_STEP = tries(5, 1);
const PAIR_STEP = tries(200, 20);
/** Of the dearest, how many are measured in 5 MB. */
const FULL_PAGES = tries(5, 10);

interface Measured {
  nest: Nest;
  ms: number;
}

interface Tried extends Measured {
  /** Open elements that are looked at for a token. */
  looked: number;
}

let tried: Tried[];
let standardMs: number;
let dearest: Measured[];

beforeAll(
  () => {
    const standard = [hugePage(PAGE_BYTES)];
    standardMs = Math.min(...Array.from({ length: 5 }, () => processorMs(standard)));
    const nests = [...everyNth(plainNests(), PLAIN_STEP), ...everyNth(pairNests(), PAIR_STEP)];
    tried = nests.map((nest) => {
      const page = pageOfNests(nest, SMALL_BYTES);
      const { looked, tokens } = workOf(page);
      return { nest, looked: looked / tokens, ms: processorMs(page) };
    });
    // A small page is measured roughly: of the dearest of them, longer ones tell which are so.
    const longer = worst(tried, 'ms', 6 * FULL_PAGES).map(({ nest }) => measured(nest, MIDDLE_BYTES));
    const full = [...worst(longer, 'ms', FULL_PAGES), ...worst(tried, 'looked', FULL_PAGES)];
    dearest = worst(
      full.map(({ nest }) => measured(nest, PAGE_BYTES)),
      'ms',
      10,
    );
  },
  timeLimit(300_000, 3_000_000),
);

/** Of the processor, so that what else the machine does counts less. */
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

function told({ open, times, follow, again }: Nest): string {
  return `${times} × ${open}, then ${follow}${again ? ', in turns' : ''}`;
}

describe('the worst page of nested tags', () => {
  test('visits at most eight open elements per token', () => {
    const most = worst(tried, 'looked', 10).map(({ nest, looked }) => `${looked.toFixed(2)}: ${told(nest)}`);
    console.log(most.join('\n'));
    expect(most.filter((line) => Number.parseFloat(line) > MOST_LOOKED)).toEqual([]);
    const outcome = `${Number.parseFloat(most[0]!)} open elements visited per token at most`;
    tally({ area: 'Hostile sites', what: 'nested tags, by counted work', tried: tried.length, outcome });
  });

  test('costs at most twenty times as much as the HTML standard in 5 MB', () => {
    const times = dearest.map(({ nest, ms }) => `${(ms / standardMs).toFixed(1)} times: ${told(nest)}`);
    console.log(times.join('\n'));
    expect(times.filter((line) => Number.parseFloat(line) > MOST_TIME)).toEqual([]);
    const outcome = `the slowest page of 5 MB takes ${Number.parseFloat(times[0]!)} times as long as the HTML standard`;
    tally({ area: 'Hostile sites', what: 'nested tags, by processor time', tried: tried.length, outcome });
  });
});
