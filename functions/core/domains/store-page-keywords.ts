import type { DomainKeywordLists } from './store/domain-keywords.ts';
import type { SourceResult } from '../record/source-answer.ts';

interface Dependencies {
  domainKeywords: DomainKeywordLists;
  now: () => number;
}

/**
 * Stores the phrases of a home page that was read. An error page has none, and leaves those of an earlier page as they
 * are. Where storing fails, the next fetch tries again.
 */
export async function storePageKeywords(domain: string, results: SourceResult[], deps: Dependencies): Promise<void> {
  const { domainKeywords, now } = deps;
  const crawl = results.find(({ source, answer }) => source.fields.includes('page') && answer.sections?.page);
  if (!crawl) return;
  const { keywords } = crawl.answer;
  const http_status = crawl.answer.http_status ?? null;
  const found = { at: new Date(now()).toISOString(), http_status, keywords: keywords ?? [] };
  try {
    await domainKeywords.write(domain, found, { onlyFirst: keywords === undefined });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'keywords not kept', domain, error: (error as Error).name }));
  }
}
