import type { Translate } from '../language/messages.ts';

/** An action of the journal in words; method and path of one that the page has no words for. */
export function actionText(action: string, t: Translate): string {
  const key = `operations.journal.actions.${action}`;
  return t.has(key) ? t(key) : action;
}
