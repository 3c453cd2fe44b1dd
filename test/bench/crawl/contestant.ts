import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Contested, Crawled, CrawlOrder, OurWay } from './crawled.ts';
import type { CrawlWorld } from './world.ts';

/** A crawler in a separate process, whose whole processor time is measured. */
export interface Contestant<Result> {
  crawl(order: CrawlOrder): Promise<Result>;
  end(): void;
}

/** Our crawl, with the real use case. */
export function startOurs(way: OurWay): Contestant<Crawled> {
  return contestantOf(fork(join(import.meta.dirname, 'our-crawl.ts'), [JSON.stringify(way)]));
}

/** crawlee's CheerioCrawler, which crawls the third-party site. */
export function startCrawlee(world: CrawlWorld): Contestant<Contested> {
  return contestantOf(fork(join(import.meta.dirname, 'crawlee-crawl.ts'), [JSON.stringify(world)]));
}

function contestantOf<Result>(child: ChildProcess): Contestant<Result> {
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`A crawler has ended with ${code}`)));
  ended.catch(() => {});
  return {
    async crawl(order) {
      child.send(order);
      const [result] = (await Promise.race([once(child, 'message'), ended])) as [Result];
      return result;
    },
    end: () => void child.kill(),
  };
}
