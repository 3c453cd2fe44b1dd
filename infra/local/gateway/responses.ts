import type { ServerResponse } from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { GatewayResponseModel } from '../template/service-model.ts';

/** An answer that is ready to be written. */
export interface GatewayAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/**
 * A gateway response by its template: plain substitution of `$context.requestId`, nothing else.
 *
 * @param type such as `THROTTLED`; types without an own response fall back on their default
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

/** @returns the answer of a proxy integration, or `null` where the function's result has not the documented form */
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

/** Compresses as API Gateway does with `minimumCompressionSize`, for callers who say that they take it. */
export function compressed(answer: GatewayAnswer, acceptEncoding: string, minimumBytes: number | null): GatewayAnswer {
  if (minimumBytes === null || answer.body.length < minimumBytes) return answer;
  const accepted = acceptEncoding.split(',').map((entry) => entry.trim().split(';')[0]!.toLowerCase());
  if (accepted.includes('gzip')) return withEncoding(answer, 'gzip', gzipSync(answer.body));
  if (accepted.includes('deflate')) return withEncoding(answer, 'deflate', deflateSync(answer.body));
  return answer;
}

function withEncoding(answer: GatewayAnswer, encoding: string, body: Buffer): GatewayAnswer {
  return { ...answer, headers: { ...answer.headers, 'Content-Encoding': encoding }, body };
}

export function write(response: ServerResponse, { status, headers, body }: GatewayAnswer, requestId: string) {
  response.writeHead(status, { 'Content-Length': body.length, ...headers, 'x-amzn-RequestId': requestId });
  response.end(body);
}
