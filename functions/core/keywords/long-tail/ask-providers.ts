import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { askOnce, type AskOnceServices, createSuggestionServices } from '../research/ask-once.ts';
import type { SuggestionRequest } from '../research/find-suggestions.ts';
import type { Outcome, Question } from '../research/questions.ts';
import type { SuggestionSettings } from '../../platform/settings/settings.ts';

/** Time limit for all engines; the response is due within twenty seconds. */
const ASK_TIMEOUT_MS = 19_000;

/** Created once per instance, when first needed. */
let made: AskOnceServices | undefined;

/** Asks engines and the provider the questions that have no stored answer. */
export function ask(
  request: SuggestionRequest,
  missing: Question[],
  db: DynamoDB,
  settings: SuggestionSettings,
): Promise<Outcome[]> {
  made ??= createSuggestionServices(db, settings);
  return askOnce(request, missing, ASK_TIMEOUT_MS, made);
}
