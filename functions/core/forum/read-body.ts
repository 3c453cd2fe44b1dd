import type { APIGatewayProxyEvent } from 'aws-lambda';
import { invalidParameter, invalidParameters, type ServiceError } from '../platform/http/errors.ts';

/** Values by name, each as often as it was given. */
type Values = Record<string, string[]>;

/**
 * The parameters in a request's body: a form, or a JSON object of texts and numbers.
 *
 * @param names parameters that the endpoint knows; others are ignored, whatever they are
 * @throws {ServiceError} invalid_parameter for a body in another form
 */
export function readBody(event: APIGatewayProxyEvent, names: string[]): Values {
  if (event.httpMethod !== 'POST' || !event.body) return {};
  const body = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString() : event.body;
  const contentType = contentTypeOf(event);
  if (contentType === 'application/json') return readJson(body, names);
  if (contentType === '' || contentType === 'application/x-www-form-urlencoded') return readForm(body);
  throw bodyProblem('must be a form (application/x-www-form-urlencoded) or JSON (application/json)');
}

function contentTypeOf({ headers }: APIGatewayProxyEvent): string {
  const name = Object.keys(headers).find((header) => header.toLowerCase() === 'content-type');
  return (name ? (headers[name] ?? '') : '').split(';', 1)[0]!.trim().toLowerCase();
}

function readForm(body: string): Values {
  const form = new URLSearchParams(body);
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
}

function readJson(body: string, names: string[]): Values {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw bodyProblem('is not valid JSON');
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    throw bodyProblem('must be a JSON object');
  const entries = Object.entries(parsed).filter(([, value]) => value !== null);
  const odd = entries.filter(([name, value]) => names.includes(name) && !isScalar(value));
  if (odd.length > 0) {
    throw invalidParameters(odd.map(([param]) => ({ param, message: 'must be text or a number' })));
  }
  return Object.fromEntries(
    entries.filter(([, value]) => isScalar(value)).map(([name, value]) => [name, [String(value)]]),
  );
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function bodyProblem(message: string): ServiceError {
  return invalidParameter('body', message);
}
