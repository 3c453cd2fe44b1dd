import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Format } from '../../platform/http/common-parameters.ts';
import { jsonOrCsv } from '../../platform/http/csv.ts';
import type { KeywordsAnswer } from './answer-schema.ts';
import { keywordsTable } from './keywords-table.ts';

/**
 * The answer as JSON or CSV.
 *
 * @param dataJson a {@link KeywordsAnswer} as JSON text
 * @param format as asked for
 */
export function respond(
  event: APIGatewayProxyEvent,
  dataJson: string,
  format: Format | undefined,
): APIGatewayProxyResult {
  const answer = () => JSON.parse(dataJson) as KeywordsAnswer;
  return jsonOrCsv(event, {
    format,
    name: () => ['keywords', answer().query.q, answer().query.domain],
    json: () => dataJson,
    csv: () => keywordsTable(answer()),
  });
}
