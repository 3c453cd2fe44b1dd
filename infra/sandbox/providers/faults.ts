import { json, page, type StandInAnswer } from './stand-in.ts';

/** How a stand-in misbehaves. */
export type ProviderFault =
  /** Answers as usual, but late. */
  | { kind: 'slow'; ms: number }
  /** Closes the connection without a word. */
  | { kind: 'reset' }
  /** Sends the first half of its usual answer as if it were all. */
  | { kind: 'truncated' }
  | { kind: 'answer'; answer: StandInAnswer };

const answering = (answer: StandInAnswer): ProviderFault => ({ kind: 'answer', answer });

/** Faults that every provider can have. */
export const faults = {
  slow: (ms: number): ProviderFault => ({ kind: 'slow', ms }),
  reset: (): ProviderFault => ({ kind: 'reset' }),
  truncated: (): ProviderFault => ({ kind: 'truncated' }),
  /** A web server's own refusal, which says neither in JSON nor in a header when to come back. */
  tooManyRequestsPage: () => answering(page(429, '429 Too Many Requests')),
  tooManyRequests: (retryAfterSeconds: number) =>
    answering(json({ error: 'Too many requests' }, 429, { 'Retry-After': String(retryAfterSeconds) })),
  serverError: () => answering(page(500, '500 Internal Server Error')),
  unavailable: () => answering(page(503, 'Services are temporarily offline')),
  /** A test for people, with a status as if all were well. */
  captcha: () => answering(page(200, 'Are you a robot?')),
  forbiddenPage: () => answering(page(403, 'Just a moment...')),
  /** Anything else. */
  json: (body: unknown, status = 200, headers: Record<string, string> = {}) => answering(json(body, status, headers)),
  page: (status: number, title: string) => answering(page(status, title)),
  raw: (body: string | Buffer, contentType: string, status = 200) =>
    answering({ status, headers: { 'Content-Type': contentType }, body }),
  redirect: (location: string) => answering({ status: 302, headers: { Location: location }, body: '' }),
};
