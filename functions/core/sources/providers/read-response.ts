import * as z from 'zod';
import { NetworkFailure } from '../../platform/network/failures.ts';
import type { ProviderResponse } from './provider-client.ts';
import type { SourceAnswer, SourceError } from '../../record/source-answer.ts';

/** Thrown if a provider's response is an error, or not in the documented form. */
export class Refusal extends Error {
  /** The source's answer in this case. */
  readonly answer: SourceAnswer;

  /** @param message for callers of the service; never the provider's own text, which may contain a key */
  constructor(
    { status: http_status }: Pick<ProviderResponse, 'status'>,
    status: SourceAnswer['status'],
    error: SourceError,
  ) {
    super(error.message);
    this.answer = { status, http_status, error };
  }
}

/** @returns the answer of a source that failed: a stable code, a message, and whether a retry may succeed */
export function failure(status: SourceAnswer['status'], code: string, message: string, retryable = true): SourceAnswer {
  return { status, error: { code, message, retryable } };
}

/** @returns the answer of a source whose host could not be reached */
export function failureAnswer({ status, code, message, retryable }: NetworkFailure): SourceAnswer {
  return failure(status, code, message, retryable);
}

/** @returns the answer of `fetch`, or of its failure; only `ProviderUnavailable` and unexpected errors are thrown */
export async function answerOf(fetch: () => SourceAnswer | Promise<SourceAnswer>): Promise<SourceAnswer> {
  try {
    return await fetch();
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    if (error instanceof NetworkFailure) return failureAnswer(error);
    throw error;
  }
}

/**
 * Parses a response after checking its status and content type, since an HTML page, such as a captcha or an error page,
 * contains no data of a domain.
 *
 * @throws {Refusal} if it is not the expected JSON
 */
export function readJson<Schema extends z.ZodType>(response: ProviderResponse, schema: Schema): z.infer<Schema> {
  judge(response);
  const value = parse(response.body);
  const { success, data } = schema.safeParse(value);
  if (!success) throw unreadable(response);
  return data;
}

/** Whether the body is JSON that matches a schema, with any status and content type. */
export function hasForm({ body }: ProviderResponse, schema: z.ZodType): boolean {
  return schema.safeParse(parse(body)).success;
}

/** Whether the content type is JSON. */
export function isJson({ contentType }: ProviderResponse): boolean {
  return /[/+]json$/.test(contentType);
}

type Failed = Pick<ProviderResponse, 'status'>;

/** @returns a function that creates the error for a response: a stable code, a message, and whether a retry may succeed */
const refusal =
  (status: SourceAnswer['status'], code: string, message: string, retryable: boolean) => (response: Failed) =>
    new Refusal(response, status, { code, message, retryable });

export const unreadable = refusal(
  'error',
  'unreadable',
  'The response does not have the form that the provider documents',
  true,
);
export const badKey = refusal('error', 'bad_key', 'The provider does not accept the key', false);
export const rateLimited = refusal('rate_limited', 'rate_limited', 'The provider limits the number of requests', true);
export const blocked = refusal('blocked', 'blocked', 'The provider refuses the request', false);
/** A temporary refusal, for example a captcha. */
export const blockedForNow = refusal('blocked', 'blocked', 'The provider refuses the request', true);
const unavailable = refusal('error', 'unavailable', 'The provider is unavailable', true);
const refused = refusal('error', 'refused', 'The provider rejected the request as invalid', false);

/** Schema of a member that is `null` if it is missing or malformed. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().catch(null);
}

/**
 * Schema of a list from which malformed members are removed, since they do not invalidate the others. A list in which all
 * members are malformed is invalid.
 */
export function listOf<Schema extends z.ZodType>(member: Schema) {
  return z.array(z.unknown()).transform((written, context): z.infer<Schema>[] => {
    const read = written.flatMap((one) => {
      const { success, data } = member.safeParse(one);
      return success ? [data] : [];
    });
    if (read.length === 0 && written.length > 0) context.addIssue('No member is readable');
    return read;
  });
}

function judge(response: ProviderResponse) {
  const { status, contentType } = response;
  const isPage = contentType === 'text/html' || contentType === 'application/xhtml+xml';
  if (status === 429) throw rateLimited(response);
  if (status === 401 || status === 403) throw (isPage ? blockedForNow : blocked)(response);
  if (status >= 500) throw unavailable(response);
  if (status < 200 || status > 299) throw refused(response);
  if (isPage) throw blockedForNow(response);
}

/** @returns undefined for a body that is not JSON in UTF-8 */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/**
 * Checks whether Google accepts the key. It rejects one with 401, 403 (`PERMISSION_DENIED`), or 400 with the reason
 * `API_KEY_INVALID`.
 *
 * @throws {Refusal} if it does not
 */
export function judgeGoogleKey(response: ProviderResponse): void {
  const { status, body } = response;
  if (!isJson(response)) return;
  const isInvalid = status === 400 && /API_KEY_INVALID|API key (?:not valid|expired)/.test(body.toString());
  if (status === 401 || status === 403 || isInvalid) throw badKey(response);
}
