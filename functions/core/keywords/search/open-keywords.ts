import type { Endpoint } from '../../platform/http/endpoint.ts';
import { plainFormat } from '../../platform/http/csv.ts';
import { openCachedAnswers } from '../research/open-cached-answers.ts';
import { respond } from './respond.ts';
import type { KeywordsSettings } from '../../platform/settings/settings.ts';

/** What answers with keywords by their words, by domain, or both, as JSON or CSV. */
export function openKeywords(settings: KeywordsSettings): Endpoint {
  const parts = openCachedAnswers(settings, {
    // Whatever is learnt in the language may belong to the answer.
    isSame: (made, now) => !now.isAny && made.changes === now.changes,
    file: import.meta.filename,
  });

  return async (event) => {
    const format = plainFormat(event);
    const known = format === null ? null : await parts.cached.find(event);
    if (known !== null) return respond(event, known, format ?? undefined);
    const { answerNow } = await import('./answer-now.ts');
    return answerNow(event, { ...parts, settings });
  };
}
