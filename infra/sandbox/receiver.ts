import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { requestTarget } from '../local-server.ts';

/** Host of the sandbox's receiver. */
export const RECEIVER_HOST = 'receiver.example';

/** A delivery as the receiver got it. */
export interface Received {
  /** `webhook-id`. */
  id: string;
  /** `webhook-timestamp`. */
  timestamp: string;
  signature: string;
  body: string;
  /** Whether a signature is of the inbox's secret; `null`: it has none. */
  verified: boolean | null;
}

/** Ways in which `answer=` makes the receiver fail. */
const FAULTS = {
  redirect: (response) => response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  /** Headers at once, then a byte at a time without an end. */
  drip: (response) => endless(response.writeHead(200)),
  /** One byte of the status line at a time, without an end. */
  'drip-head': (response) => endless(response.socket!, 'HTTP/1.1 200 OK\r\nX: '),
  /** Five megabytes. */
  large: (response) => response.writeHead(200).end(Buffer.alloc(5 * 1024 * 1024, '.')),
  /** Never answers. */
  hang: () => {},
} satisfies Record<string, (response: ServerResponse) => unknown>;

function endless(
  stream: { write(text: string): unknown; once(event: 'close', done: () => void): unknown },
  start = '.',
) {
  stream.write(start);
  const timer = setInterval(() => stream.write('.'), 100);
  stream.once('close', () => clearInterval(timer));
}

/**
 * Creates a receiver of deliveries with an inbox at each path.
 *
 * - `POST /<inbox>` receives a delivery, and answers 204, or as the query requires: `answer=` a status or one of
 *   `redirect`, `drip`, `drip-head`, `large`, `hang`; `retry_after=` the header; `delay=` milliseconds before the response;
 *   `times=` the number of first deliveries that the answer applies to.
 * - `PUT /<inbox>` with a secret as its body: signatures are verified with it.
 * - `GET /<inbox>` lists what the inbox has received.
 *
 * @param onDelivery called for each delivery; the response waits for it
 */
export function createReceiver(onDelivery: (inbox: string, delivery: Received) => unknown = () => {}): RequestListener {
  const inboxes = new Map<string, { received: Received[]; secret: string | null }>();
  const inboxOf = (name: string) => {
    const inbox = inboxes.get(name) ?? { received: [], secret: null };
    inboxes.set(name, inbox);
    return inbox;
  };

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = requestTarget(request);
    const inbox = inboxOf(pathname);
    if (request.method === 'GET') {
      const body = JSON.stringify(inbox.received);
      return response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    }
    const body = await text(request);
    if (request.method === 'PUT') {
      inbox.secret = body.trim();
      return response.writeHead(204).end();
    }
    if (request.method !== 'POST') return response.writeHead(405).end();
    const delivery = readDelivery(request.headers, body, inbox.secret);
    inbox.received.push(delivery);
    await onDelivery(pathname, delivery);
    const isOver = inbox.received.length > Number(searchParams.get('times') ?? Infinity);
    setTimeout(() => respond(response, isOver ? new URLSearchParams() : searchParams), delayOf(searchParams));
  }

  return (request, response) => void receive(request, response).catch(() => response.destroy());
}

const delayOf = (query: URLSearchParams) => Number(query.get('delay') ?? 0);

function readDelivery(headers: IncomingHttpHeaders, body: string, secret: string | null): Received {
  const header = (name: string) => (headers[name] as string | undefined) ?? '';
  const signed = {
    'webhook-id': header('webhook-id'),
    'webhook-timestamp': header('webhook-timestamp'),
    'webhook-signature': header('webhook-signature'),
  };
  return {
    id: signed['webhook-id'],
    timestamp: signed['webhook-timestamp'],
    signature: signed['webhook-signature'],
    body,
    verified: secret === null ? null : isVerified(secret, body, signed),
  };
}

function isVerified(secret: string, body: string, signed: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, signed);
    return true;
  } catch {
    return false;
  }
}

function respond(response: ServerResponse, query: URLSearchParams): void {
  const answer = query.get('answer') ?? '204';
  const retryAfter = query.get('retry_after');
  if (Object.hasOwn(FAULTS, answer)) return void FAULTS[answer as keyof typeof FAULTS](response);
  const status = /^[2-5]\d\d$/.test(answer) ? Number(answer) : 204;
  response.writeHead(status, { ...(retryAfter !== null && { 'Retry-After': retryAfter }) }).end();
}
