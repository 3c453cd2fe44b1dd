import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { deflateSync, gzipSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { GatewayResponseModel } from '../template/service-model.ts';

/** A response that is ready to be written. */
export interface GatewayAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/**
 * Returns a gateway response from its template, in which only `$context.requestId` is substituted.
 *
 * @param type such as `THROTTLED`; types without a response have the default
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

/** The codings that API Gateway supports, in its order of preference for equal qualities. */
const CODINGS = { gzip: gzipSync, deflate: deflateSync, identity: (body: Buffer) => body };
type Coding = keyof typeof CODINGS;

/**
 * Compresses as API Gateway does with `minimumCompressionSize`, in the coding that the caller prefers.
 *
 * @param acceptEncoding header of the request; '' if there is none
 * @param minimumBytes `null`: never compressed
 */
export function compressed(answer: GatewayAnswer, acceptEncoding: string, minimumBytes: number | null): GatewayAnswer {
  if (minimumBytes === null || answer.body.length < Math.max(minimumBytes, 1)) return answer;
  const coding = preferredCoding(acceptEncoding);
  if (coding === 'identity') return answer;
  const headers = { ...answer.headers, 'Content-Encoding': coding };
  return { ...answer, headers, body: CODINGS[coding](answer.body) };
}

/**
 * Returns `identity` if the header contains no other acceptable coding, or prefers `identity` (RFC 9110, 12.5.3). A coding
 * with the quality 0 is not acceptable; `*` matches those that are not listed.
 */
function preferredCoding(acceptEncoding: string): Coding {
  const qualities = new Map(acceptEncoding.split(',').map(codingWithQuality));
  const qualityOf = (coding: Coding) => qualities.get(coding) ?? (coding === 'identity' ? 0 : qualities.get('*')) ?? 0;
  const [best] = (Object.keys(CODINGS) as Coding[]).toSorted((one, other) => qualityOf(other) - qualityOf(one));
  return qualityOf(best!) > 0 ? best! : 'identity';
}

/** An invalid quality counts as 0. */
function codingWithQuality(text: string): [coding: string, quality: number] {
  const [coding = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = given === undefined ? 1 : Number(given);
  return [coding, quality >= 0 && quality <= 1 ? quality : 0];
}

/** Puts the HTTP server's own errors (malformed requests, headers that are too large) into the service's envelope. */
export function answerMalformed(server: Server, responses: Record<string, GatewayResponseModel>) {
  const refuse = (socket: Duplex, type: string, isHead = false) => {
    if (!socket.writable) return socket.destroy();
    const requestId = randomUUID();
    const { status, headers, body } = gatewayResponse(responses, type, requestId);
    const lines = Object.entries({ ...headers, 'Content-Length': body.length, 'x-amzn-RequestId': requestId });
    const head = lines.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('');
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}Connection: close\r\n\r\n${isHead ? '' : body.toString()}`,
    );
  };
  server.on('clientError', ({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    const isHead = rawPacket?.toString('latin1').startsWith('HEAD ') ?? false;
    refuse(socket, code === 'HPE_HEADER_OVERFLOW' ? 'REQUEST_TOO_LARGE' : 'DEFAULT_4XX', isHead);
  });
  // An `Expect` other than `100-continue` is ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket: Duplex) => refuse(socket, 'MISSING_AUTHENTICATION_TOKEN'));
}
