import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { jsonOrCsv, plainFormat } from '../../platform/http/csv.ts';
import { openCachedAnswers } from '../research/open-cached-answers.ts';
import type { KeywordsSettings } from '../../platform/settings/settings.ts';
import type { Format } from '../../platform/http/parameters.ts';
import type { KeywordsAnswer } from '../answer-schema.ts';
import { keywordsTable } from '../csv-tables.ts';

/** Creates the endpoint of keywords by words, by domain, or both, as JSON or CSV. */
export function openKeywords(settings: KeywordsSettings): Endpoint {
  const parts = openCachedAnswers(settings, {
    // Every keyword that is added to the index of the language may belong to the answer.
    isSame: (before, now) => !now.isAny && before.changes === now.changes,
    file: import.meta.filename,
  });

  return async (event) => {
    const format = plainFormat(event);
    const known = format === null ? null : await parts.cached.find(event);
    if (known !== null) return respond(event, known, format ?? undefined);
    const { createAnswer } = await import('./create-answer.ts');
    const { dataJson, format: requested } = await createAnswer(event, { ...parts, settings });
    return respond(event, dataJson, requested);
  };
}

/**
 * Returns the answer as JSON or CSV.
 *
 * @param dataJson a {@link KeywordsAnswer} as JSON text
 * @param format requested format
 */
function respond(event: APIGatewayProxyEvent, dataJson: string, format: Format | undefined): APIGatewayProxyResult {
  const answer = () => JSON.parse(dataJson) as KeywordsAnswer;
  return jsonOrCsv(event, {
    format,
    name: () => ['keywords', answer().query.q, answer().query.domain],
    json: () => dataJson,
    csv: () => keywordsTable(answer()),
  });
}
