import { json, page, type StandInAnswer } from './stand-in.ts';

/** How a stand-in misbehaves. */
export type ProviderFault =
  /** The usual response, delayed. */
  | { kind: 'slow'; ms: number }
  /** Resets the connection without a response. */
  | { kind: 'reset' }
  /** Sends the first half of its usual response as if it were complete. */
  | { kind: 'truncated' }
  | { kind: 'answer'; answer: StandInAnswer };

const answering = (answer: StandInAnswer): ProviderFault => ({ kind: 'answer', answer });

/** Faults that are possible at every provider. */
export const faults = {
  slow: (ms: number): ProviderFault => ({ kind: 'slow', ms }),
  reset: (): ProviderFault => ({ kind: 'reset' }),
  truncated: (): ProviderFault => ({ kind: 'truncated' }),
  /** The HTML error page of a web server, without JSON or Retry-After. */
  tooManyRequestsPage: () => answering(page(429, '429 Too Many Requests')),
  tooManyRequests: (retryAfterSeconds: number) =>
    answering(json({ error: 'Too many requests' }, 429, { 'Retry-After': String(retryAfterSeconds) })),
  serverError: () => answering(page(500, '500 Internal Server Error')),
  unavailable: () => answering(page(503, 'Services are temporarily offline')),
  /** A captcha page with status 200. */
  captcha: () => answering(page(200, 'Are you a robot?')),
  forbiddenPage: () => answering(page(403, 'Just a moment...')),
  /** Any other response. */
  json: (body: unknown, status = 200, headers: Record<string, string> = {}) => answering(json(body, status, headers)),
  page: (status: number, title: string) => answering(page(status, title)),
  raw: (body: string | Buffer, contentType: string, status = 200) =>
    answering({ status, headers: { 'Content-Type': contentType }, body }),
  /** Google's response to suspected bots: a redirect to a captcha page, whose status may be 200. */
  sorry: () => faults.redirect('/sorry/index?continue=https://www.google.com/complete/search'),
  redirect: (location: string) => answering({ status: 302, headers: { Location: location }, body: '' }),
};
