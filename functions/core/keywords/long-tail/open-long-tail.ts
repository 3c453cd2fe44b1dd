import type { Endpoint } from '../../platform/http/endpoint.ts';
import { plainFormat } from '../../platform/http/csv.ts';
import { noteFacts } from '../../platform/http/request-log.ts';
import { openCachedAnswers } from '../research/open-cached-answers.ts';
import { respond } from './respond.ts';
import type { LongTailSettings } from '../../platform/settings/settings.ts';

/** What answers with longer forms of a seed keyword, in groups, as JSON or CSV. */
export function openLongTail(settings: LongTailSettings): Endpoint {
  const parts = openCachedAnswers(settings, {
    // Its questions were all answered: what is asked for other seeds changes nothing.
    isSame: (made, now) => made.refreshes === now.refreshes,
    file: import.meta.filename,
  });

  return async (event) => {
    const format = plainFormat(event);
    const known = format === null ? null : await parts.cached.find(event);
    if (known !== null) {
      noteFacts(event, { cache_status: 'hit' });
      return respond(event, known, format ?? undefined);
    }
    const { answerNow } = await import('./answer-now.ts');
    return answerNow(event, { ...parts, settings });
  };
}
