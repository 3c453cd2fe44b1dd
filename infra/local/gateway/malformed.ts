import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GatewayResponseModel } from '../template/service-model.ts';
import { gatewayResponse } from './responses.ts';

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
