import type { ApiCaller } from '../platform/http/caller.ts';
import type { AnswerParts, NewAnswer } from '../keywords/cached-answers.ts';
import type { LongTailSettings } from './settings.ts';
import { localeOf } from '../keywords/parameters.ts';
import { createLearnAgainServices, learnAgain } from '../keywords/suggestions/learn-again.ts';
import { createSuggestionCache } from '../keywords/suggestions/suggestion-cache.ts';
import type { LongTailAnswer } from './answer-schema.ts';
import { findLongTail, type LongTailRequest } from './find-long-tail.ts';

/** Time limit for all engines; the response is due within twenty seconds. */
const ENGINES_TIMEOUT_MS = 19_000;

/** Created once per instance, when engines are first requested. */
let services: ReturnType<typeof loadServices> | undefined;

/** Loaded only if engines are requested. */
async function loadServices({ db, settings }: Pick<AnswerParts<LongTailSettings>, 'db' | 'settings'>) {
  const [{ requestOnce, createSuggestionServices }, { createGatewayKeyHolders }, { fetchSlots }] = await Promise.all([
    import('../keywords/suggestions/request-once.ts'),
    import('../accounts/gateway-key-holders.ts'),
    import('../accounts/fetch-slots.ts'),
  ]);
  const fetching = fetchSlots({ db, settings, holders: createGatewayKeyHolders({ db, settings }) });
  return { requestOnce, fetching, requesting: createSuggestionServices(db, settings) };
}

/** Creates the answer from the stored answers of engines; missing ones are requested. */
export async function createAnswer(
  request: LongTailRequest,
  caller: ApiCaller,
  { db, runs, settings }: AnswerParts<LongTailSettings>,
): Promise<NewAnswer<LongTailAnswer>> {
  const { language } = localeOf(request.keyword, request);
  const parts = [
    runs.read(language),
    findLongTail(request, {
      suggestions: createSuggestionCache(db, settings.KEYWORDS_TABLE),
      disabled: settings.DISABLED_SOURCES,
      async requestMissing(request, missing) {
        const { requestOnce, fetching, requesting } = await (services ??= loadServices({ db, settings }));
        return fetching(caller)((owner) => requestOnce({ ...request, owner }, missing, ENGINES_TIMEOUT_MS, requesting));
      },
      learnAgain: (request) => learnAgain(request, createLearnAgainServices(db, settings)),
      now: Date.now,
    }),
  ] as const;
  // Even if one fails: Lambda freezes an instance after its response, with all unfinished work.
  await Promise.allSettled(parts);
  const [state, answer] = await Promise.all(parts);
  return { answer, learning: { language, state }, facts: { cache_status: answer.cache_status } };
}
