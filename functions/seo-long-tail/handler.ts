import { endpoint } from '../shared/http/endpoint.ts';
import { plainFormat } from '../shared/http/plain-format.ts';
import { noteFacts } from '../shared/http/request-log.ts';
import { openCachedAnswers } from '../shared/keyword-research/open-cached-answers.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { respond } from './respond.ts';
import { seoLongTailSettings } from './settings.ts';

const settings = readSettings(seoLongTailSettings);
const parts = openCachedAnswers(settings, {
  // Its questions were all answered: what is asked for other seeds changes nothing.
  isSame: (made, now) => made.refreshes === now.refreshes,
  file: import.meta.filename,
});

/** `GET /api/v1/seo/long-tail`: longer forms of a seed keyword, in groups, as JSON or CSV. */
export const handler = endpoint(async (event) => {
  const format = plainFormat(event);
  const known = format === null ? null : await parts.cached.find(event);
  if (known !== null) {
    noteFacts(event, { cache_status: 'hit' });
    return respond(event, known, format ?? undefined);
  }
  const { answerNow } = await import('./answer-now.ts');
  return answerNow(event, { ...parts, settings });
}, settings);
