import { analysePage } from '../../../functions/core/analysis/analyse-page.ts';
import { NO_ROBOTS, NOW, served } from '../../unit/analysis/page/served.ts';
import { watchMemory } from './memory-probe.ts';
import { largePages } from './large-pages.ts';

/** Cost of one large page. */
export interface Cost {
  bytes: number;
  /** Peak memory above the memory before. */
  peak: number;
  /** Processor time of the whole page, and of a quarter of it, in milliseconds. */
  whole: number[];
  quarter: number[];
}

/** Fast pages are measured more often, because other work on the machine affects them more. */
const MIN_ROUNDS = 3;
const MAX_ROUNDS = 15;
const ENOUGH_MS = 1_500;

// A separate process for each page, since the reuse of freed memory would hide the memory of a page.
const page = largePages.get(process.argv[2]!)!;
const [quarter, whole] = [page(0.25), page(1)];
const analyse = (body: Uint8Array) => void analysePage(served([body]), NO_ROBOTS, NOW);
analyse(page(0.02)); // loads code
const watch = await watchMemory();
const peak = watch.peakOf(() => analyse(whole));
await watch.stop();

timeOf(quarter);
const cost: Cost = { bytes: whole.length, peak, whole: [], quarter: [] };
// Alternately, so that other work on the machine slows both.
for (let sum = 0; cost.whole.length < MIN_ROUNDS || (sum < ENOUGH_MS && cost.whole.length < MAX_ROUNDS);) {
  cost.whole.push(timeOf(whole));
  cost.quarter.push(timeOf(quarter));
  sum += cost.whole.at(-1)!;
}
process.send!(cost);

function timeOf(body: Uint8Array): number {
  const started = process.cpuUsage();
  analyse(body);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
