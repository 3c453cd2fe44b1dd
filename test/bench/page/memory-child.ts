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

const REPEATS = 3;

// A process of its own for each page: memory that another page left would be used again and not be seen.
const page = largePages.get(process.argv[2]!)!;
const [quarter, whole] = [page(0.25), page(1)];
const analyse = (body: Uint8Array) => void analysePage(served([body]), NO_ROBOTS, NOW);
analyse(page(0.02)); // loads code
const watch = await watchMemory();
const peak = watch.peakOf(() => analyse(whole));
await watch.stop();
const timesOf = (body: Uint8Array) =>
  Array.from({ length: REPEATS }, () => {
    const started = process.cpuUsage();
    analyse(body);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  });
timesOf(quarter);
process.send!({ bytes: whole.length, peak, whole: timesOf(whole), quarter: timesOf(quarter) } satisfies Cost);
