import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { jsonOrCsv, plainFormat } from '../../platform/http/csv.ts';
import { noteFacts } from '../../platform/http/request-log.ts';
import { openCachedAnswers } from '../research/open-cached-answers.ts';
import type { LongTailSettings } from '../../platform/settings/settings.ts';
import type { Format } from '../../platform/http/parameters.ts';
import type { LongTailAnswer } from '../answer-schema.ts';
import { longTailTable } from '../csv-tables.ts';

/** Creates the endpoint of long-tail keywords in groups, as JSON or CSV. */
export function openLongTail(settings: LongTailSettings): Endpoint {
  const parts = openCachedAnswers(settings, {
    // All of its queries were answered: requests for other seeds change nothing.
    isSame: (before, now) => before.refreshes === now.refreshes,
    file: import.meta.filename,
  });

  return async (event) => {
    const format = plainFormat(event);
    const known = format === null ? null : await parts.cached.find(event);
    if (known !== null) {
      noteFacts(event, { cache_status: 'hit' });
      return respond(event, known, format ?? undefined);
    }
    const { createAnswer } = await import('./create-answer.ts');
    const { dataJson, format: requested } = await createAnswer(event, { ...parts, settings });
    return respond(event, dataJson, requested);
  };
}

/**
 * Returns the answer as JSON or CSV.
 *
 * @param dataJson a {@link LongTailAnswer} as JSON text
 * @param format requested format
 */
function respond(event: APIGatewayProxyEvent, dataJson: string, format: Format | undefined): APIGatewayProxyResult {
  const answer = () => JSON.parse(dataJson) as LongTailAnswer;
  return jsonOrCsv(event, {
    format,
    name: () => ['long-tail', answer().keyword, answer().language],
    json: () => dataJson,
    csv: () => longTailTable(answer()),
  });
}
