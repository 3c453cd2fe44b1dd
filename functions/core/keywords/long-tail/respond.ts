import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Format } from '../../platform/http/common-parameters.ts';
import { jsonOrCsv } from '../../platform/http/csv.ts';
import type { LongTailAnswer } from './answer-schema.ts';
import { longTailTable } from './long-tail-table.ts';

/**
 * The answer as JSON or CSV.
 *
 * @param dataJson a {@link LongTailAnswer} as JSON text
 * @param format as asked for
 */
export function respond(
  event: APIGatewayProxyEvent,
  dataJson: string,
  format: Format | undefined,
): APIGatewayProxyResult {
  const answer = () => JSON.parse(dataJson) as LongTailAnswer;
  return jsonOrCsv(event, {
    format,
    name: () => ['long-tail', answer().keyword, answer().language],
    json: () => dataJson,
    csv: () => longTailTable(answer()),
  });
}
