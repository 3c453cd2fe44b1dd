import { createHash } from 'node:crypto';
import { isError, ServiceError } from '../platform/http/errors.ts';
import { truncate } from '../platform/text/text.ts';
import type { z } from 'zod';
import type { upstreamRefusal } from './answer-schema.ts';
import type { UpstreamAccess } from './upstream-access.ts';
import { ANSWER_MS, createUpstreamHttp, type UpstreamRequest } from './upstream-request.ts';

/** Version segments of upstream's paths: the newer one for calls of a signed-in account. */
const ACCOUNT_VERSION = 'ANDROID/4.1.8';
const PUBLIC_VERSION = 'ANDROID/2.0';
/** Login by account name and password, not by telephone code. */
const PASSWORD_LOGIN = '2';
/** Limit of nested objects and lists, which recursive code can process; real responses have five levels. */
const MAX_DEPTH = 100;
/** In characters; real messages are short sentences. */
const MAX_MESSAGE_LENGTH = 200;

/** A successful response of upstream, unchanged. */
export type UpstreamAnswer = Record<string, unknown>;

/** @returns a text or number as text; empty for any other type */
export function textOf(member: unknown): string {
  return typeof member === 'string' || typeof member === 'number' ? String(member) : '';
}

export type CallOptions = Pick<UpstreamRequest, 'timeoutMs'>;

/**
 * The calls of the forum's mobile service that the proxy relays. Errors of all of them:
 *
 * @throws {ServiceError} upstream_rejected_credentials or {ServiceError} upstream_refused with upstream's code and message
 * @throws {ServiceError} upstream_unreadable for a response that is missing, an HTTP error, not JSON, over 5 MB or over
 *   100 levels
 * @throws {ServiceError} upstream_timeout after 3 s without a connection or 10 s without a response
 */
export type UpstreamClient = ReturnType<typeof createUpstreamClient>;

/**
 * @param now milliseconds since the epoch; read once per call, since the signed and the sent time must be equal
 * @param answerMs time limit of a response
 */
export function createUpstreamClient(access: UpstreamAccess, now: () => number, answerMs: number = ANSWER_MS) {
  const { FORUM_MARKET_ID, FORUM_DEVICE_CODE: deviceCode, salt } = access;
  const http = createUpstreamHttp(access.FORUM_UPSTREAM_URL, answerMs);
  const call = async (path: string, { secrets, ...request }: Call) =>
    accepted(parse(await http({ path, ...request })), secrets);
  const platform = { platform: '2', market_id: FORUM_MARKET_ID };

  return {
    login(account: string, password: string): Promise<UpstreamAnswer> {
      const passwordMd5 = md5(password);
      // The voice code is not sent, but its name is signed, with an empty value.
      const signature = sign({ account, device_code: deviceCode, password: passwordMd5, voice_code: '' }, salt);
      return call(`account/login/${ACCOUNT_VERSION}`, {
        query: { ...platform, device_code: deviceCode },
        form: { account, password: passwordMd5, login_type: PASSWORD_LOGIN, sign: signature },
        secrets: [account, password, passwordMd5, signature],
      });
    },

    checkIn(key: string, catId: string, options?: CallOptions): Promise<UpstreamAnswer> {
      const time = String(now());
      const signature = sign({ cat_id: catId, time }, salt).toUpperCase();
      return call(`user/signin/${ACCOUNT_VERSION}`, {
        query: { ...platform, _key: key },
        form: { cat_id: catId, time, sign: signature },
        secrets: [key, signature],
        ...options,
      });
    },

    me: (key: string, userId: string) =>
      call(`user/info/${ACCOUNT_VERSION}`, { query: { _key: key, user_id: userId }, secrets: [key] }),

    userInfo: (userId: string) => call(`user/info/${PUBLIC_VERSION}`, { query: { user_id: userId }, secrets: [] }),

    comments: (userId: string, start: number, count: number) =>
      call(`comment/create/list/${PUBLIC_VERSION}`, {
        query: { user_id: userId, start: String(start), count: String(count) },
        secrets: [],
      }),

    /** One page of the board list; `start` is a member of the previous page. */
    boards: (start: string, options?: CallOptions) =>
      call(`category/list/${PUBLIC_VERSION}`, { query: start ? { start } : {}, secrets: [], ...options }),
  };
}

interface Call extends Omit<UpstreamRequest, 'path'> {
  /** Values that must not appear in upstream's messages. */
  secrets: string[];
}

/** Upstream reports errors with HTTP 200; only `status` 1 is a success. */
function accepted(answer: UpstreamAnswer, secrets: string[]): UpstreamAnswer {
  if (Number(answer.status) === 1) return answer;
  const code = Number.isInteger(Number(answer.code ?? NaN)) ? Number(answer.code) : null;
  throw refusal({ code, msg: truncate(withoutSecrets(textOf(answer.msg), secrets), MAX_MESSAGE_LENGTH) });
}

function parse(text: string): UpstreamAnswer {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new ServiceError('upstream_unreadable');
  }
  if (answer === null || typeof answer !== 'object' || !('status' in answer))
    throw new ServiceError('upstream_unreadable');
  if (isDeeperThan(MAX_DEPTH, answer)) throw new ServiceError('upstream_unreadable');
  return answer;
}

/** Iterates by level: recursion would overflow the stack for the input to be detected. */
function isDeeperThan(levels: number, value: object): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth < levels; depth += 1) {
    level = level.flatMap((member) =>
      typeof member === 'object' && member !== null ? (Object.values(member) as unknown[]) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** Digests and tokens are masked even if they are not of this call. */
const HEX_SEQUENCE = /[0-9a-f]{32,}/gi;

function withoutSecrets(text: string, secrets: string[]): string {
  const known = secrets.filter(Boolean).reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  return known.replace(HEX_SEQUENCE, '***');
}

/** @returns the MD5 of a UTF-8 text as 32 lower-case hex digits */
export function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex');
}

/**
 * Returns the signature that upstream expects: MD5 over the names and values of the fields in ASCII order of the names,
 * without separators, with the salt at the end.
 *
 * @param fields exactly the signed fields; the name of an empty one is included
 * @returns 32 lower-case hex digits
 */
export function sign(fields: Record<string, string>, salt: string): string {
  const names = Object.keys(fields).sort();
  return md5(names.map((name) => name + fields[name]).join('') + salt);
}

/** Upstream's code (`null` if it returned none) and message. */
export type UpstreamRefusal = z.infer<typeof upstreamRefusal>;

/** Upstream's codes for a rejected account, password or token. */
const CREDENTIAL_CODES = [103, 1101, 1102];
/** The token is invalid or missing: every further call with it fails too. */
export const NOT_SIGNED_IN = 103;

/**
 * Upstream's terms for too frequent calls (频繁) and for calls that may be retried later (稍后, 稍候). It has no code for
 * these: 102 is a bad parameter or signature, and 104 any other refusal.
 */
const RETRY_LATER_MESSAGE = /频繁|稍后|稍候/;

/**
 * Returns the error of a call that upstream refused, with upstream's message. It is retryable if the message matches
 * {@link RETRY_LATER_MESSAGE}, and never for rejected credentials.
 */
export function refusal(upstream: UpstreamRefusal): ServiceError {
  const { code, msg } = upstream;
  const facts = {
    ...(msg ? { values: { msg } } : { message: 'Upstream refused the call without a message.' }),
    extras: { upstream },
  };
  if (code !== null && CREDENTIAL_CODES.includes(code)) return new ServiceError('upstream_rejected_credentials', facts);
  return new ServiceError('upstream_refused', { ...facts, retryable: RETRY_LATER_MESSAGE.test(msg) });
}

/** @returns upstream's code and message if it refused the call; `null` for any other error */
export function refusalOf(thrown: unknown): UpstreamRefusal | null {
  if (!isError(thrown, 'upstream_refused', 'upstream_rejected_credentials')) return null;
  return thrown.extras.upstream as UpstreamRefusal;
}
