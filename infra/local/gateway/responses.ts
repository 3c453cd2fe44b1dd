import type { ServerResponse } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { GatewayResponseModel } from '../template/service-model.ts';

/** A response that is ready to be written. */
export interface GatewayAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/**
 * A gateway response from its template, in which only `$context.requestId` is substituted.
 *
 * @param type such as `THROTTLED`; types without a response of their own fall back on the default
 */
export function gatewayResponse(
  responses: Record<string, GatewayResponseModel>,
  type: string,
  requestId: string,
): GatewayAnswer {
  const model = responses[type] ?? responses.DEFAULT_5XX!;
  return {
    status: model.status,
    headers: { 'Content-Type': 'application/json', ...model.headers },
    body: Buffer.from(model.template.replaceAll('$context.requestId', requestId)),
  };
}

/** @returns the response of a proxy integration; `null` when the function's result does not have the documented form */
export function proxyAnswer(result: unknown): GatewayAnswer | null {
  if (result === null || typeof result !== 'object') return null;
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = result as APIGatewayProxyResult;
  if (!Number.isInteger(statusCode)) return null;
  const single = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]);
  const multiple = Object.entries(multiValueHeaders ?? {}).map(([name, values]) => [name, values.map(String)]);
  return {
    status: statusCode,
    headers: Object.fromEntries([...single, ...multiple]) as GatewayAnswer['headers'],
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  };
}

/** Statuses whose responses have no body and no length (RFC 9110, 8.6). */
const BODILESS = new Set([204, 304]);

export function write(response: ServerResponse, { status, headers, body }: GatewayAnswer, requestId: string) {
  const length = BODILESS.has(status) ? {} : { 'Content-Length': body.length };
  response.writeHead(status, { ...length, ...headers, 'x-amzn-RequestId': requestId });
  response.end(body);
}
