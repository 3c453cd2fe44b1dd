import type { APIGatewayProxyEvent } from 'aws-lambda';

/**
 * Reads the parameters of a plain query, which may have a stored answer; the complete query validates all others, and
 * rejects unknown parameters.
 *
 * @param names parameters of a plain query
 * @returns the values by name, without empty ones; `null` for a query with a refresh, or with other or repeated parameters
 */
export function plainParameters(
  event: APIGatewayProxyEvent,
  names: ReadonlySet<string>,
): Partial<Record<string, string>> | null {
  const given = Object.entries(event.multiValueQueryStringParameters ?? {});
  if (!given.every(([name, values]) => names.has(name) && values?.length === 1)) return null;
  const values = Object.fromEntries(given.map(([name, values]) => [name, values?.[0] || undefined]));
  return values.refresh ? null : values;
}
