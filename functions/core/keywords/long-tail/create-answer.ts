import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readParameters } from '../../platform/http/parameters.ts';
import { noteFacts, sourceDurations } from '../../platform/http/request-log.ts';
import type { AnswerParts, NewAnswer } from '../research/open-cached-answers.ts';
import type { SuggestionSettings } from '../../platform/settings/settings.ts';
import { localeOf } from '../parameters.ts';
import { createLearnAgainServices, learnAgain } from '../research/learn-again.ts';
import { createSuggestionCache } from '../research/suggestion-cache.ts';
import { findLongTail, longTailParameters } from './find-long-tail.ts';
import type { RequestOnceServices } from '../research/request-once.ts';

/** Time limit for all engines; the response is due within twenty seconds. */
const ENGINES_TIMEOUT_MS = 19_000;

/** Created once per instance, when engines are first requested. */
let services: RequestOnceServices | undefined;

/** Creates the answer from the stored answers of engines; missing ones are requested. */
export async function createAnswer(
  event: APIGatewayProxyEvent,
  { db, runs, cached, settings }: AnswerParts<SuggestionSettings>,
): Promise<NewAnswer> {
  const { format, ...request } = readParameters(event, longTailParameters);
  const { language } = localeOf(request.keyword, request);
  const parts = [
    runs.read(language),
    findLongTail(request, {
      suggestions: createSuggestionCache(db, settings.KEYWORDS_TABLE),
      disabled: settings.DISABLED_SOURCES,
      async requestMissing(request, missing) {
        const { requestOnce, createSuggestionServices } = await import('../research/request-once.ts');
        services ??= createSuggestionServices(db, settings);
        return requestOnce(request, missing, ENGINES_TIMEOUT_MS, services);
      },
      learnAgain: (request) => learnAgain(request, createLearnAgainServices(db, settings)),
      now: Date.now,
    }),
  ] as const;
  // Even if one fails: Lambda freezes an instance after its response, with all unfinished work.
  await Promise.allSettled(parts);
  const [state, answer] = await Promise.all(parts);
  noteFacts(event, { cache_status: answer.cache_status, source_ms: sourceDurations(answer.sources) });
  const dataJson = JSON.stringify(answer);
  await cached.keep(event, { dataJson, language, state, sources: answer.sources });
  return { dataJson, format };
}
