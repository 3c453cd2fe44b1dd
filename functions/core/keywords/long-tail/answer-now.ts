import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Format, readParameters } from '../../platform/http/parameters.ts';
import { noteFacts, sourceDurations } from '../../platform/http/request-log.ts';
import type { CachedAnswers } from '../research/open-cached-answers.ts';
import type { SuggestionSettings } from '../../platform/settings/settings.ts';
import { localeOf } from '../parameters.ts';
import type { LearningRuns } from '../research/learning-runs.ts';
import { createSuggestionCache } from '../research/suggestion-cache.ts';
import { findLongTail, longTailParameters } from './find-long-tail.ts';
import type { AskOnceServices } from '../research/ask-once.ts';

interface Parts {
  db: DynamoDB;
  runs: Pick<LearningRuns, 'read'>;
  cached: CachedAnswers;
  settings: SuggestionSettings;
}

interface MadeAnswer {
  /** `data` as JSON text. */
  dataJson: string;
  /** As requested. */
  format: Format | undefined;
}

/** Time limit for all engines; the response is due within twenty seconds. */
const ASK_TIMEOUT_MS = 19_000;

/** Created once per instance, when engines are first asked. */
let made: AskOnceServices | undefined;

/** Makes the answer of the stored answers of engines; asks those that are missing. */
export async function answerNow(
  event: APIGatewayProxyEvent,
  { db, runs, cached, settings }: Parts,
): Promise<MadeAnswer> {
  const { format, ...request } = readParameters(event, longTailParameters);
  const { language } = localeOf(request.keyword, request);
  const parts = [
    runs.read(language),
    findLongTail(request, {
      suggestions: createSuggestionCache(db, settings.KEYWORDS_TABLE),
      disabled: settings.DISABLED_SOURCES,
      async ask(wanted, missing) {
        const { askOnce, createSuggestionServices } = await import('../research/ask-once.ts');
        made ??= createSuggestionServices(db, settings);
        return askOnce(wanted, missing, ASK_TIMEOUT_MS, made);
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
  return { dataJson, format };
}
