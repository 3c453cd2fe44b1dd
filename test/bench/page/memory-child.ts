import { analysePage } from '../../../functions/shared/page/analyse-page.ts';
import { NO_ROBOTS, NOW, served } from '../../unit/page/served.ts';
import { watchMemory } from './memory-probe.ts';
import { largePages } from './large-pages.ts';

/** What one large page costs. */
export interface Cost {
  bytes: number;
  /** Memory at its highest, less that of before. */
  peak: number;
  /** Processor time of the whole page, and of a quarter of it, in milliseconds. */
  whole: number[];
  quarter: number[];
}

/** What takes little is measured more often: other work on the machine weighs more there. */
const MIN_REPEATS = 3;
const MAX_REPEATS = 15;
const ENOUGH_MS = 500;

// A process of its own for each page: memory that another page left would be used again and not be seen.
const page = largePages.get(process.argv[2]!)!;
const [quarter, whole] = [page(0.25), page(1)];
const analyse = (body: Uint8Array) => void analysePage(served([body]), NO_ROBOTS, NOW);
analyse(page(0.02)); // loads code
const watch = await watchMemory();
const peak = watch.peakOf(() => analyse(whole));
await watch.stop();
function timesOf(body: Uint8Array): number[] {
  const times: number[] = [];
  for (let sum = 0; times.length < MIN_REPEATS || (sum < ENOUGH_MS && times.length < MAX_REPEATS);) {
    const started = process.cpuUsage();
    analyse(body);
    const { user, system } = process.cpuUsage(started);
    times.push((user + system) / 1000);
    sum += times.at(-1)!;
  }
  return times;
}

timesOf(quarter);
process.send!({ bytes: whole.length, peak, whole: timesOf(whole), quarter: timesOf(quarter) } satisfies Cost);
