import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** One call of a client. */
export interface Call {
  method: string;
  /** Path and query. */
  path: string;
  idempotencyKey: string | null;
  /** Status of the response; `null` while there is none. */
  status: number | null;
  location: string | null;
  /** The service's `Retry-After`, in seconds. */
  retryAfter: number | null;
  /** Size of the response's body, in bytes. */
  bytes: number;
}

/** A response instead of the service's; `null` closes the connection without one. */
export type OwnAnswer = { status: number; headers?: Record<string, string>; body: string } | null;

export interface CallCounter {
  url: string;
  calls: Call[];
  /** Sets the responses of the next calls. */
  answerNext(...answers: OwnAnswer[]): void;
  /** Resolves when the next response that matches has been sent. */
  answered(isLike?: (call: Call) => boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a proxy between a client and the service that records each call.
 *
 * @param speedup factor by which `Retry-After` of successful responses is shortened, since the service assumes slower
 *   sites than those of a test
 */
export async function startCallCounter(target: string, speedup = 1): Promise<CallCounter> {
  const calls: Call[] = [];
  const ownAnswers: OwnAnswer[] = [];
  const sent = new EventEmitter<{ answer: [Call] }>().setMaxListeners(0);

  async function answerOf(request: IncomingMessage): Promise<Exclude<OwnAnswer, null>> {
    const body = await buffer(request);
    const headers = without(request.headers, ['host', 'connection', 'content-length']);
    const response = await fetch(target + request.url!, {
      method: request.method!,
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(body.length > 0 && { body }),
    });
    const kept = without(Object.fromEntries(response.headers), ['connection', 'keep-alive', 'content-length']);
    return { status: response.status, headers: kept, body: await response.text() };
  }

  async function answer(call: Call, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const own = ownAnswers.shift();
    if (own === null) return void request.socket.destroy();
    const { status, headers = {}, body } = own ?? (await answerOf(request));
    const { 'retry-after': after, location = null } = headers;
    call.retryAfter = after === undefined ? null : Number(after);
    Object.assign(call, { status, location, bytes: Buffer.byteLength(body) });
    const shortened = after !== undefined && status < 400 && { 'retry-after': String(Number(after) / speedup) };
    response.writeHead(status, { ...headers, ...shortened }).end(body, () => sent.emit('answer', call));
  }

  const server = createServer((request, response) => {
    const call = callOf(request);
    calls.push(call);
    answer(call, request, response).catch(() => request.socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answerNext: (...answers) => void ownAnswers.push(...answers),
    answered: (isLike = () => true) =>
      new Promise((resolve) => {
        const check = (call: Call) => {
          if (!isLike(call)) return;
          sent.off('answer', check);
          resolve();
        };
        sent.on('answer', check);
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function callOf({ method, url, headers }: IncomingMessage): Call {
  const key = headers['idempotency-key'];
  return {
    ...{ method: method!, path: url!, idempotencyKey: typeof key === 'string' ? key : null },
    ...{ status: null, location: null, retryAfter: null, bytes: 0 },
  };
}

function without(headers: IncomingHttpHeaders, names: string[]): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
