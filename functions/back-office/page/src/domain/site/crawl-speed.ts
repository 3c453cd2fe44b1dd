/** How far a crawl was at a time. */
export interface CrawlSample {
  /** Milliseconds since the epoch. */
  at: number;
  fetched: number;
}

/** Samples from which the speed is computed. */
const MAX_SAMPLES = 10;

/** Adds a sample, unless the crawl has made no progress since the last one. */
export function withSample(samples: readonly CrawlSample[], next: CrawlSample): readonly CrawlSample[] {
  const last = samples.at(-1);
  if (last && next.fetched < last.fetched) return [next];
  return last && next.at <= last.at ? samples : [...samples, next].slice(-MAX_SAMPLES);
}

/** Pages per second between the first and the last sample; `null`: not known yet. */
export function speedOf(samples: readonly CrawlSample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at <= first.at || last.fetched <= first.fetched) return null;
  return (1_000 * (last.fetched - first.fetched)) / (last.at - first.at);
}
