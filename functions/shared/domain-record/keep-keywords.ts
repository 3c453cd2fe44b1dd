import type { DomainKeywordLists } from '../storage/domain-keywords.ts';
import type { WorkQueue } from '../storage/work-queue.ts';
import type { SourceResult } from '../record/source-answer.ts';

interface Dependencies {
  domainKeywords: DomainKeywordLists;
  queue: WorkQueue;
  now: () => number;
}

/**
 * Keeps the keywords of a home page that was read, and has the index learn them. Of a page that says what went wrong
 * there are none, but those of an earlier page stay. Where that fails, the next fetch tries again.
 */
export async function keepKeywords(domain: string, results: SourceResult[], deps: Dependencies): Promise<void> {
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
