import { evaluateSnapshots, type EvaluateServices } from './evaluate-snapshots.ts';
import type { PlaceKey } from './store/watched-domains.ts';
import type { EvaluateTask } from './tasks.ts';
import { crawlWatched, type WatchedCrawlServices } from './watched-crawls.ts';

/** A page of the watches of a domain. */
interface Page extends Pick<EvaluateTask, 'domain' | 'crawls'> {
  /** `null`: the first page. */
  after: PlaceKey | null;
}

/**
 * Evaluates a page of the watches of a domain after its snapshot, and begins the crawls of these watches that are due. All
 * of it can be repeated, so that a message that is delivered twice, or whose worker is terminated, does no harm.
 *
 * @returns the task of the next page, which is sent last: otherwise each repetition would continue as well
 */
export async function evaluateWatches(
  { domain, after, crawls }: Page,
  evaluating: EvaluateServices,
  crawling: WatchedCrawlServices,
): Promise<EvaluateTask | null> {
  const { watches, next } = await evaluateSnapshots(domain, after, evaluating);
  if (crawls) await crawlWatched(domain, watches, crawling);
  return next && { task: 'evaluate', domain, after: next, crawls };
}
