import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { askOnce, type AskOnceServices } from '../shared/keyword-research/ask-once.ts';
import type { SuggestionRequest } from '../shared/keyword-research/find-suggestions.ts';
import type { Outcome, Question } from '../shared/keyword-research/questions.ts';
import { createSuggestionServices } from '../shared/keyword-research/services.ts';
import type { SuggestionSettings } from '../shared/keyword-research/settings.ts';

/** Engines are asked for so long; the answer has to be there within twenty seconds. */
const ASK_MS = 19_000;

/** Made once an instance, when it first needs them. */
let made: AskOnceServices | undefined;

/** Asks engines what was not answered yet. */
export function ask(
  request: SuggestionRequest,
  missing: Question[],
  documents: DynamoDBDocumentClient,
  settings: SuggestionSettings,
): Promise<Outcome[]> {
  return askOnce(request, missing, ASK_MS, (made ??= createSuggestionServices(documents, settings)));
}
