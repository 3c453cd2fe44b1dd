import { expect } from '@jest/globals';
import { keywordsAnswer } from '../../functions/core/keywords/answer-schema.ts';
import { longTailAnswer } from '../../functions/core/long-tail/answer-schema.ts';
import { normaliseKeyword } from '../../functions/core/analysis/language/words.ts';
import { type Providers, startProviders } from '../../infra/sandbox/providers/server.ts';
import { startTestRunner } from './runner.ts';

/** Starts a runner with fakes of the search engines, and returns calls of its two endpoints of keywords. */
export async function createKeywordEndpoints() {
  const engines: Providers = await startProviders();
  const urls = Object.entries(engines.urls).filter(([name]) => name.endsWith('_SUGGEST_URL'));
  const runner = await startTestRunner({ ...Object.fromEntries(urls), LOCAL_RESOLVE: 'closed.test=127.0.0.1:1' }, [
    '--offline',
  ]);

  async function ask(path: string, parameters: Record<string, string>) {
    const response = await runner.get(`/api/v1/seo/${path}?${new URLSearchParams(parameters).toString()}`);
    return { status: response.status, body: (await response.json()) as { data: unknown; error?: string } };
  }
  async function dataOf(path: string, parameters: Record<string, string>): Promise<unknown> {
    const { status, body } = await ask(path, parameters);
    expect([status, body.error]).toEqual([200, undefined]);
    return body.data;
  }
  return {
    engines,
    runner,
    ask,
    keywords: async (parameters: Record<string, string>) => keywordsAnswer.parse(await dataOf('keywords', parameters)),
    longTail: async (parameters: Record<string, string>) => longTailAnswer.parse(await dataOf('long-tail', parameters)),
    /** Returns all suggestions of the engines in normal form. */
    suggested: () => new Set(engines.requests.flatMap(({ phrases = [] }) => phrases.map(normaliseKeyword))),
    close: () => Promise.all([runner.close(), engines.close()]),
  };
}
