import type * as z from 'zod';
import { NetworkFailure } from '../network/failures.ts';
import type { ProviderResponse } from './provider-client.ts';
import type { SourceAnswer } from '../record/source-answer.ts';

/** Thrown when a provider's response is an error, or not in the documented form. */
export class Refusal extends Error {
  /** The source's answer in this case. */
  readonly answer: SourceAnswer;

  /** @param message for callers of the service; never the provider's own text, which may contain a key */
  constructor(
    { status: http_status }: Pick<ProviderResponse, 'status'>,
    status: SourceAnswer['status'],
    error: { code: string; message: string; retryable: boolean },
  ) {
    super(error.message);
    this.answer = { status, http_status, error };
  }
}

/** @returns what a source answers when the host that it asked could not be reached */
export function failureAnswer({ status, code, message, retryable }: NetworkFailure): SourceAnswer {
  return { status, error: { code, message, retryable } };
}

/** @returns what `ask` returns, or the answer for its failure; only `ProviderUnavailable` and unexpected errors are thrown */
export async function answerOf(ask: () => SourceAnswer | Promise<SourceAnswer>): Promise<SourceAnswer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    if (error instanceof NetworkFailure) return failureAnswer(error);
    throw error;
  }
}

/**
 * Checks a response's status and content type before it is parsed: an HTML page, such as a captcha or a server's error
 * page, is not an answer about a domain.
 *
 * @throws {Refusal} when it is not the expected JSON
 */
export function readJson<Schema extends z.ZodType>(response: ProviderResponse, schema: Schema): z.infer<Schema> {
  judge(response);
  const value = parse(response.body);
  const { success, data } = schema.safeParse(value);
  if (!success) throw unreadable(response);
  return data;
}

/** Whether the content type is JSON. */
export function isJson({ contentType }: ProviderResponse): boolean {
  return /[/+]json$/.test(contentType);
}

/** @returns the error for a response that is not in the documented form */
export function unreadable(response: Pick<ProviderResponse, 'status'>): Refusal {
  return new Refusal(response, 'error', {
    code: 'unreadable',
    message: 'The answer is not in the form that the provider documents',
    retryable: true,
  });
}

/** @returns the error for a key that the provider rejects */
export function badKey(response: Pick<ProviderResponse, 'status'>): Refusal {
  return new Refusal(response, 'error', {
    code: 'bad_key',
    message: 'The provider does not accept the key',
    retryable: false,
  });
}

export function rateLimited(response: Pick<ProviderResponse, 'status'>): Refusal {
  return new Refusal(response, 'rate_limited', {
    code: 'rate_limited',
    message: 'The provider wants fewer requests',
    retryable: true,
  });
}

/** @param retryable whether the block may be temporary, such as a captcha */
export function blocked(response: Pick<ProviderResponse, 'status'>, retryable: boolean): Refusal {
  return new Refusal(response, 'blocked', { code: 'blocked', message: 'The provider refuses to answer', retryable });
}

/** A member that is `null` when it is missing or not as documented. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().catch(null);
}

function judge(response: ProviderResponse) {
  const { status, contentType } = response;
  const isPage = contentType === 'text/html' || contentType === 'application/xhtml+xml';
  if (status === 429) throw rateLimited(response);
  if (status === 401 || status === 403) throw blocked(response, isPage);
  if (status >= 500) {
    throw new Refusal(response, 'error', {
      code: 'unavailable',
      message: 'The provider is out of order',
      retryable: true,
    });
  }
  if (status < 200 || status > 299) {
    throw new Refusal(response, 'error', {
      code: 'refused',
      message: 'The provider did not understand the request',
      retryable: false,
    });
  }
  if (isPage) throw blocked(response, true);
}

/** @returns undefined for a body that is not JSON in UTF-8 */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
