import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Crawled, CrawlerSettings, CrawlOrder } from './crawled.ts';

interface Crawler {
  crawl(order: CrawlOrder): Promise<Crawled>;
  end(): void;
}

/** Starts our crawler, with the real use case, in a separate process, whose whole processor time is measured. */
export function startCrawler(settings: CrawlerSettings): Crawler {
  const child = fork(join(import.meta.dirname, 'our-crawl.ts'), [JSON.stringify(settings)]);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`A crawler has ended with ${code}`)));
  ended.catch(() => {});
  return {
    async crawl(order) {
      child.send(order);
      const [result] = (await Promise.race([once(child, 'message'), ended])) as [Crawled];
      return result;
    },
    end: () => void child.kill(),
  };
}
