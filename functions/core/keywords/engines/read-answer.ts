import { getDomainWithoutSuffix } from 'tldts';
import { blocked, blockedForNow, rateLimited, Refusal, unreadable } from '../../sources/providers/read-response.ts';
import type { ProviderResponse } from '../../sources/providers/provider-client.ts';
import { charsetOf, decodeAnswer } from './decode-answer.ts';
import type { Engine } from './engine.ts';
import { readScript } from './read-script.ts';

/** Limits of what is cached, above what any engine returns. */
const MOST_PHRASES = 50;
const LONGEST_PHRASE = 400;

const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];

/**
 * Checks a response before it reads it: a block or an HTML page must not be taken for an empty list of suggestions,
 * since that would be cached.
 *
 * @param asked URL of the request
 * @returns the suggestions in the engine's order; may be empty
 * @throws {Refusal} where the response is not a list of suggestions
 */
export function readAnswer(engine: Engine, response: ProviderResponse, asked: string): string[] {
  judge(engine, response, asked);
  const phrases = engine.read(parse(engine, response));
  if (!phrases) throw unreadable(response);
  return phrases
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '' && phrase.length <= LONGEST_PHRASE)
    .slice(0, MOST_PHRASES);
}

function judge({ contentTypes }: Engine, response: ProviderResponse, asked: string): void {
  // Google redirects blocked clients to a captcha page, which may have any status.
  if (response.url.includes('/sorry')) throw blockedForNow(response);
  judgeStatus(response);
  if (PAGE_TYPES.includes(response.contentType)) throw blockedForNow(response);
  if (!isSameSite(asked, response.url)) {
    throw failed(response, 'redirected_elsewhere', 'The engine sent the request to another site');
  }
  if (!contentTypes.includes(response.contentType)) {
    throw failed(response, 'unexpected_content_type', 'The answer is of another content type than the engine uses');
  }
}

function judgeStatus(response: ProviderResponse): void {
  const { status, contentType } = response;
  if (status === 429) throw rateLimited(response);
  if (status === 401 || status === 403) throw (PAGE_TYPES.includes(contentType) ? blockedForNow : blocked)(response);
  if (status >= 500) throw failed(response, 'unavailable', 'The engine is out of order');
  if (status < 200 || status > 299)
    throw failed(response, 'refused', 'The engine did not understand the request', false);
}

/** Whether two URLs belong to one site: the same host, or the same name under any public suffix. */
function isSameSite(one: string, other: string): boolean {
  const [host, otherHost] = [one, other].map((url) => URL.parse(url)?.hostname);
  if (host === undefined || otherHost === undefined) return false;
  const name = getDomainWithoutSuffix(host);
  return host === otherHost || (name !== null && name === getDomainWithoutSuffix(otherHost));
}

function parse({ charset, parse = readScript }: Engine, response: ProviderResponse): unknown {
  const text = decodeAnswer(response.body, charset ?? charsetOf(String(response.headers['content-type'] ?? '')));
  try {
    // An empty text fails as well: it is not JSON.
    return parse(text ?? '');
  } catch {
    // The original error may quote the text.
    throw failed(response, 'parse', 'The answer is no JSON');
  }
}

function failed(response: ProviderResponse, code: string, message: string, retryable = true): Refusal {
  return new Refusal(response, 'error', { code, message, retryable });
}
