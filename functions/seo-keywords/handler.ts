import { endpoint } from '../shared/http/endpoint.ts';
import { plainFormat } from '../shared/http/plain-format.ts';
import { openCachedAnswers } from '../shared/keyword-research/open-cached-answers.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { respond } from './respond.ts';
import { seoKeywordsSettings } from './settings.ts';

const settings = readSettings(seoKeywordsSettings);
const parts = openCachedAnswers(settings, {
  // Whatever is learnt in the language may belong to the answer.
  isSame: (made, now) => !now.isAny && made.changes === now.changes,
  file: import.meta.filename,
});

/** `GET /api/v1/seo/keywords`: keywords by their words, by domain, or both, as JSON or CSV. */
export const handler = endpoint(async (event) => {
  const format = plainFormat(event);
  const known = format === null ? null : await parts.cached.find(event);
  if (known !== null) return respond(event, known, format ?? undefined);
  const { answerNow } = await import('./answer-now.ts');
  return answerNow(event, { ...parts, settings });
}, settings);
