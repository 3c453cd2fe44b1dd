import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { readParameters } from '../../platform/http/parameters.ts';
import { noteFacts, sourceDurations } from '../../platform/http/request-log.ts';
import type { CachedAnswers } from '../research/open-cached-answers.ts';
import type { SuggestionSettings } from '../../platform/settings/settings.ts';
import { localeOf } from '../parameters.ts';
import type { LearningRuns } from '../research/learning-runs.ts';
import { createSuggestionCache } from '../research/suggestion-cache.ts';
import { findLongTail, longTailParameters } from './find-long-tail.ts';
import { respond } from './respond.ts';

interface Parts {
  db: DynamoDB;
  runs: Pick<LearningRuns, 'read'>;
  cached: CachedAnswers;
  settings: SuggestionSettings;
}

/** Makes the answer of the stored answers of engines; asks those that are missing. */
export async function answerNow(
  event: APIGatewayProxyEvent,
  { db, runs, cached, settings }: Parts,
): Promise<APIGatewayProxyResult> {
  const { format, ...request } = readParameters(event, longTailParameters);
  const { language } = localeOf(request.keyword, request);
  const parts = [
    runs.read(language),
    findLongTail(request, {
      suggestions: createSuggestionCache(db, settings.KEYWORDS_TABLE),
      disabled: settings.DISABLED_SOURCES,
      async ask(wanted, missing) {
        const { ask } = await import('./ask-providers.ts');
        return ask(wanted, missing, db, settings);
      },
      now: Date.now,
    }),
  ] as const;
  // Even if one fails: Lambda freezes an instance after its response, with everything that is still running.
  await Promise.allSettled(parts);
  const [state, answer] = await Promise.all(parts);
  noteFacts(event, { cache_status: answer.cache_status, source_ms: sourceDurations(answer.sources) });
  const dataJson = JSON.stringify(answer);
  await cached.keep(event, { dataJson, language, state, sources: answer.sources });
  return respond(event, dataJson, format);
}
