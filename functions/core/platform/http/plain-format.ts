import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Format } from './common-parameters.ts';

/**
 * Reads `format` without the schemas of parameters, for cached answers.
 *
 * @returns `undefined` where it is not given; `null` where it is not valid
 */
export function plainFormat({
  multiValueQueryStringParameters: given,
}: APIGatewayProxyEvent): Format | undefined | null {
  const [format, ...more] = given?.format ?? [];
  if (more.length > 0) return null;
  if (!format) return undefined;
  return format === 'csv' || format === 'json' ? format : null;
}
