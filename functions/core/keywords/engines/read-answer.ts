import { getDomainWithoutSuffix } from 'tldts';
import { blocked, blockedForNow, rateLimited, Refusal, unreadable } from '../../sources/providers/read-response.ts';
import type { ProviderResponse } from '../../sources/providers/provider-client.ts';
import type { Engine } from './engine.ts';

/** Limits of what is cached; no engine returns more. */
const MAX_PHRASES = 50;
const MAX_PHRASE_LENGTH = 400;

const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];

/**
 * Validates and reads a response: a block or an HTML page must not be treated as an empty list of suggestions, which
 * would be cached.
 *
 * @param requestUrl URL of the request
 * @returns the suggestions in the engine's order; may be empty
 * @throws {Refusal} if the response is not a list of suggestions
 */
export function readAnswer(engine: Engine, response: ProviderResponse, requestUrl: string): string[] {
  checkResponse(engine, response, requestUrl);
  const phrases = engine.read(parse(engine, response));
  if (!phrases) throw unreadable(response);
  return phrases
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '' && phrase.length <= MAX_PHRASE_LENGTH)
    .slice(0, MAX_PHRASES);
}

function checkResponse({ contentTypes }: Engine, response: ProviderResponse, requestUrl: string): void {
  // Google redirects blocked clients to a captcha page, which may have any status.
  if (response.url.includes('/sorry')) throw blockedForNow(response);
  checkStatus(response);
  if (PAGE_TYPES.includes(response.contentType)) throw blockedForNow(response);
  if (!isSameSite(requestUrl, response.url)) {
    throw failed(response, 'redirected_elsewhere', 'The engine sent the request to another site');
  }
  if (!contentTypes.includes(response.contentType)) {
    throw failed(response, 'unexpected_content_type', 'The answer has another content type than the engine uses');
  }
}

function checkStatus(response: ProviderResponse): void {
  const { status, contentType } = response;
  if (status === 429) throw rateLimited(response);
  if (status === 401 || status === 403) throw (PAGE_TYPES.includes(contentType) ? blockedForNow : blocked)(response);
  if (status >= 500) throw failed(response, 'unavailable', 'The engine is unavailable');
  if (status < 200 || status > 299) throw failed(response, 'refused', 'The engine rejected the request', false);
}

/** Returns whether two URLs belong to one site: the same host, or the same name under any public suffix. */
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
    throw failed(response, 'parse', 'The answer is not JSON');
  }
}

function failed(response: ProviderResponse, code: string, message: string, retryable = true): Refusal {
  return new Refusal(response, 'error', { code, message, retryable });
}

/** Characters of three or more bytes in UTF-8: text in other encodings rarely matches that form by chance. */
const BEYOND_TWO_BYTES = /[\u0800-\u{10ffff}]/u;
const UNICODE = ['utf-8', 'utf8'];

/**
 * Decodes a response. Labels may be wrong, so the order is: text that is certainly UTF-8, the labelled encoding, UTF-8,
 * GBK.
 *
 * @param label encoding that the response declares, or that the engine is known to use
 * @returns null if the bytes are valid in none of them
 */
function decodeAnswer(body: Uint8Array, label: string | null): string | null {
  const unicode = decode(body, 'utf-8');
  if (unicode !== null && (label === null || UNICODE.includes(label) || BEYOND_TWO_BYTES.test(unicode))) return unicode;
  return (label === null ? null : decode(body, label)) ?? unicode ?? decode(body, 'gbk');
}

/** @returns the charset of a Content-Type header, lower case; null if it has none */
function charsetOf(contentType: string): string | null {
  const label = /;\s*charset\s*=\s*["']?([^"'\s;]+)/i.exec(contentType);
  return label ? label[1]!.toLowerCase() : null;
}

/** @returns null if a byte is invalid, or the encoding does not exist */
function decode(body: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** Deeper than the responses of any engine. */
const MAX_DEPTH = 32;

/** Name and opening bracket of a callback, with the common preceding checks that the callback exists. */
const CALL = /(?:if\s*\([^()]{0,200}\)|(?:typeof\s[^&]{1,200}|[\w$.]{1,100})\s*&&)?\s*[\w$.]{1,100}\s*\(/y;
const SPACE = /(?:\s|\/\*[\s\S]*?\*\/)*/y;
const NUMBER = /-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const STRING = /"(?:[^"\\\n\r]|\\[^])*"|'(?:[^'\\\n\r]|\\[^])*'/y;
const NAME = /[A-Za-z_$][\w$]*/y;
const END = /[\s;]*$/y;
/** The end if the start of the callback was cut off. */
const BARE_END = /[\s;)]*$/y;
const ESCAPE = /\\(?:u([\da-f]{4})|x([\da-f]{2})|(\r\n|[^]))/gi;

const WORDS: Record<string, unknown> = { true: true, false: false, null: null, undefined };
const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0' };

/**
 * Reads JSON, or the first argument of a callback around a JavaScript literal, without running it: keys without quotes,
 * single quotes, comments, further arguments.
 *
 * @throws {SyntaxError} if the text has another form or is truncated; the message does not contain the text
 */
export function readScript(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return readCall(new Scanner(text));
  }
}

/** A text with the current position of the parser. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Consumes the match of a sticky pattern. @returns the match; null without one */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) return null;
    this.#at += match[0].length;
    return match[0];
  }

  /** Consumes a character, after space and comments. @returns whether it was there */
  takeMark(mark: string): boolean {
    this.take(SPACE);
    const isNext = this.#text[this.#at] === mark;
    if (isNext) this.#at += 1;
    return isNext;
  }
}

function readCall(scanner: Scanner): unknown {
  scanner.take(SPACE);
  const isCall = scanner.take(CALL) !== null;
  const first = readValue(scanner, 0);
  if (isCall) {
    while (scanner.takeMark(',')) readValue(scanner, 0);
    assertSyntax(scanner.takeMark(')'));
  }
  scanner.take(SPACE);
  assertSyntax(scanner.take(isCall ? END : BARE_END) !== null);
  return first;
}

function readValue(scanner: Scanner, depth: number): unknown {
  assertSyntax(depth < MAX_DEPTH);
  if (scanner.takeMark('[')) return readList(scanner, ']', () => readValue(scanner, depth + 1));
  if (scanner.takeMark('{')) return Object.fromEntries(readList(scanner, '}', () => readMember(scanner, depth + 1)));
  const string = scanner.take(STRING);
  if (string !== null) return unquote(string);
  const number = scanner.take(NUMBER);
  if (number !== null) return Number(number);
  const word = scanner.take(NAME) ?? '';
  assertSyntax(Object.hasOwn(WORDS, word));
  return WORDS[word];
}

/** @param close closing bracket of the list; a comma before it is allowed */
function readList<Item>(scanner: Scanner, close: string, readItem: () => Item): Item[] {
  const items: Item[] = [];
  while (!scanner.takeMark(close)) {
    items.push(readItem());
    if (scanner.takeMark(',')) continue;
    assertSyntax(scanner.takeMark(close));
    break;
  }
  return items;
}

function readMember(scanner: Scanner, depth: number): [key: string, value: unknown] {
  scanner.take(SPACE);
  const string = scanner.take(STRING);
  const key = string === null ? (scanner.take(NAME) ?? scanner.take(NUMBER)) : unquote(string);
  assertSyntax(key !== null && scanner.takeMark(':'));
  return [key!, readValue(scanner, depth)];
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(ESCAPE, (_escape, unicode?: string, byte?: string, other = '') => {
    const code = unicode ?? byte;
    return code === undefined ? unescape(other as string) : String.fromCharCode(parseInt(code, 16));
  });
}

/** An escaped character without a special meaning is itself; an escaped line break is removed. */
function unescape(character: string): string {
  return ESCAPED[character] ?? character.replace(/[\r\n]/g, '');
}

function assertSyntax(isSo: boolean): void {
  if (!isSo) throw new SyntaxError('The text is neither JSON nor a callback with JSON');
}
