import got, { type Got, RequestError, TimeoutError } from 'got';
import { refusal, UpstreamTimeout, UpstreamUnreadable } from './errors.ts';
import type { ForumSettings } from './settings.ts';
import { md5, sign } from './sign.ts';

/** Version segments of upstream's paths: the newer one for calls of a signed-in account. */
const ACCOUNT_VERSION = 'ANDROID/4.1.8';
const PUBLIC_VERSION = 'ANDROID/2.0';
/** Login by account name and password, as against a telephone code. */
const PASSWORD_LOGIN = '2';
const CONNECT_MS = 3_000;
export const ANSWER_MS = 10_000;

/** An answer that upstream marked as good, as it came. */
export type UpstreamAnswer = Record<string, unknown>;

/** @returns a member of an answer that may come as text or number; empty where it is neither */
export function textOf(member: unknown): string {
  return typeof member === 'string' || typeof member === 'number' ? String(member) : '';
}

export interface CallOptions {
  /** Shorter than the usual limit where the caller's own time runs out. */
  timeoutMs?: number;
}

/**
 * The calls of the forum's mobile service that the proxy relays. All of them
 *
 * @throws {CredentialsRejected} or {UpstreamRefused} with upstream's own code and message
 * @throws {UpstreamUnreadable} for no JSON, an HTTP error, or no answer at all
 * @throws {UpstreamTimeout} after 3 s without a connection or 10 s without an answer
 */
export interface UpstreamClient {
  login(account: string, password: string): Promise<UpstreamAnswer>;
  checkIn(key: string, catId: string, options?: CallOptions): Promise<UpstreamAnswer>;
  me(key: string, userId: string): Promise<UpstreamAnswer>;
  userInfo(userId: string): Promise<UpstreamAnswer>;
  comments(userId: string, start: number, count: number): Promise<UpstreamAnswer>;
  /** One page of the board list; `start` is what the page before named. */
  boards(start: string, options?: CallOptions): Promise<UpstreamAnswer>;
}

/** @param now milliseconds since the epoch; read once a call, since the signed and the sent time must agree */
export function createUpstreamClient(settings: ForumSettings, now: () => number): UpstreamClient {
  const { marketId, deviceCode, salt } = settings;
  const http = createHttp(settings.upstreamUrl);
  const platform = { platform: '2', market_id: marketId };

  return {
    login(account, password) {
      const passwordMd5 = md5(password);
      // The name of the absent voice code is signed, with an empty value.
      const signature = sign({ account, device_code: deviceCode, password: passwordMd5, voice_code: '' }, salt);
      return post(http, `account/login/${ACCOUNT_VERSION}`, {
        query: { ...platform, device_code: deviceCode },
        form: { account, password: passwordMd5, login_type: PASSWORD_LOGIN, sign: signature },
        secrets: [account, password, passwordMd5, signature],
      });
    },

    checkIn(key, catId, options) {
      const time = String(now());
      const signature = sign({ cat_id: catId, time }, salt).toUpperCase();
      return post(http, `user/signin/${ACCOUNT_VERSION}`, {
        query: { ...platform, _key: key },
        form: { cat_id: catId, time, sign: signature },
        secrets: [key, signature],
        ...options,
      });
    },

    me: (key, userId) =>
      get(http, `user/info/${ACCOUNT_VERSION}`, { query: { _key: key, user_id: userId }, secrets: [key] }),

    userInfo: (userId) => get(http, `user/info/${PUBLIC_VERSION}`, { query: { user_id: userId }, secrets: [] }),

    comments: (userId, start, count) =>
      get(http, `comment/create/list/${PUBLIC_VERSION}`, {
        query: { user_id: userId, start: String(start), count: String(count) },
        secrets: [],
      }),

    boards: (start, options) =>
      get(http, `category/list/${PUBLIC_VERSION}`, { query: start ? { start } : {}, secrets: [], ...options }),
  };
}

interface Call extends CallOptions {
  query: Record<string, string>;
  /** What upstream's messages must not show, should it ever repeat it. */
  secrets: string[];
}

function createHttp(upstreamUrl: string): Got {
  return got.extend({
    prefixUrl: upstreamUrl,
    headers: { 'user-agent': 'okhttp/3.12.11', accept: undefined },
    timeout: { connect: CONNECT_MS, request: ANSWER_MS },
    // A check-in or login that upstream may have seen is never sent twice.
    retry: { limit: 1, methods: ['GET'], maxRetryAfter: CONNECT_MS },
    followRedirect: false,
    throwHttpErrors: true,
    responseType: 'text',
  });
}

function post(http: Got, path: string, { query, form, secrets, timeoutMs }: Call & { form: Record<string, string> }) {
  return read(http.post(path, { searchParams: query, form, ...limit(timeoutMs) }).text(), secrets);
}

function get(http: Got, path: string, { query, secrets, timeoutMs }: Call) {
  return read(http.get(path, { searchParams: query, ...limit(timeoutMs) }).text(), secrets);
}

/** A caller that counts its time is told of a failure at once, rather than after a second try. */
function limit(timeoutMs?: number) {
  if (timeoutMs === undefined) return {};
  return {
    retry: { limit: 0 },
    timeout: { connect: Math.min(CONNECT_MS, timeoutMs), request: Math.min(ANSWER_MS, timeoutMs) },
  };
}

/** Upstream reports its own errors with HTTP 200; `status` 1 alone is good. */
async function read(response: Promise<string>, secrets: string[]): Promise<UpstreamAnswer> {
  const answer = parse(await bodyOf(response));
  if (Number(answer.status) === 1) return answer;
  const code = Number.isInteger(Number(answer.code ?? NaN)) ? Number(answer.code) : null;
  throw refusal({ code, msg: withoutSecrets(textOf(answer.msg), secrets) });
}

/** got's errors name the address with its query, and so `_key`: they are replaced, not wrapped. */
async function bodyOf(response: Promise<string>): Promise<string> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof TimeoutError) throw new UpstreamTimeout();
    if (error instanceof RequestError) throw new UpstreamUnreadable();
    throw error;
  }
}

function parse(text: string): UpstreamAnswer {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new UpstreamUnreadable();
  }
  if (answer === null || typeof answer !== 'object' || !('status' in answer)) throw new UpstreamUnreadable();
  return answer;
}

/** Digests and tokens are masked even where they are not of this call. */
const HEX_RUN = /[0-9a-f]{32,}/gi;

function withoutSecrets(text: string, secrets: string[]): string {
  const known = secrets.filter(Boolean).reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  return known.replace(HEX_RUN, '***');
}
