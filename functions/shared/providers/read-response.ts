import type * as z from 'zod';
import { NetworkFailure } from '../network/failures.ts';
import { failureAnswer } from './failure-answer.ts';
import type { ProviderResponse } from './provider-client.ts';
import type { SourceAnswer } from '../record/source-answer.ts';

/** A provider answered, but not what it was asked for. */
export class Refusal extends Error {
  /** What the source says then. */
  readonly answer: SourceAnswer;

  /** @param message for the people who call the service: nothing of the provider's own text, which may echo a key */
  constructor(
    { status: http_status }: Pick<ProviderResponse, 'status'>,
    status: SourceAnswer['status'],
    error: { code: string; message: string; retryable: boolean },
  ) {
    super(error.message);
    this.answer = { status, http_status, error };
  }
}

/** @returns what `ask` returns, or the answer that its failure stands for; only `ProviderUnavailable` and defects are thrown */
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
 * Judges an answer by its status and content type, and reads it only then: a page for people, such as a captcha or a
 * server's error page, says nothing of a domain.
 *
 * @throws {Refusal} where it is not the JSON that was asked for
 */
export function readJson<Schema extends z.ZodType>(response: ProviderResponse, schema: Schema): z.infer<Schema> {
  judge(response);
  const value = parse(response.body);
  const { success, data } = schema.safeParse(value);
  if (!success) throw unreadable(response);
  return data;
}

/** Whether the answer is meant to be JSON; a page for people is not. */
export function isJson({ contentType }: ProviderResponse): boolean {
  return /[/+]json$/.test(contentType);
}

/** @returns why an answer that came in good order cannot be used */
export function unreadable(response: Pick<ProviderResponse, 'status'>): Refusal {
  return new Refusal(response, 'error', {
    code: 'unreadable',
    message: 'The answer is not in the form that the provider documents',
    retryable: true,
  });
}

/** @returns why a key of the operator's does not help */
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

/** @param retryable whether the refusal may be a passing one, such as a captcha, rather than a decision */
export function blocked(response: Pick<ProviderResponse, 'status'>, retryable: boolean): Refusal {
  return new Refusal(response, 'blocked', { code: 'blocked', message: 'The provider refuses to answer', retryable });
}

/** A member that may be missing, null or something else than documented: null then. */
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

/** @returns undefined where it is no JSON in UTF-8 */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
