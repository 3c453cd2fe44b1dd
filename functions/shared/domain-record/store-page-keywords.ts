import type { DomainKeywordLists } from '../storage/domain-keywords.ts';
import type { WorkQueue } from '../storage/work-queue.ts';
import type { SourceResult } from '../record/source-answer.ts';

interface Dependencies {
  domainKeywords: DomainKeywordLists;
  queue: WorkQueue;
  now: () => number;
}

/**
 * Stores the keywords of a home page that was read, and has the worker add them to the index. An error page has none,
 * and leaves those of an earlier page as they are. Where storing fails, the next fetch tries again.
 */
export async function storePageKeywords(domain: string, results: SourceResult[], deps: Dependencies): Promise<void> {
  const { domainKeywords, queue, now } = deps;
  const crawl = results.find(({ source, answer }) => source.fields.includes('page') && answer.sections?.page);
  if (!crawl) return;
  const { keywords } = crawl.answer;
  const http_status = crawl.answer.http_status ?? null;
  const found = { at: new Date(now()).toISOString(), http_status, keywords: keywords ?? [] };
  try {
    await domainKeywords.write(domain, found, { onlyFirst: keywords === undefined });
    if (found.keywords.length > 0) await queue.send({ task: 'learn-page', domain });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'keywords not kept', domain, error: (error as Error).name }));
  }
}
