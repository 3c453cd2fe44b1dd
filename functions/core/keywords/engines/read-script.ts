/** Deeper than the responses of any engine. */
const MAX_DEPTH = 32;

/** Name and opening bracket of a callback, with the common checks in front that the callback exists. */
const CALL = /(?:if\s*\([^()]{0,200}\)|(?:typeof\s[^&]{1,200}|[\w$.]{1,100})\s*&&)?\s*[\w$.]{1,100}\s*\(/y;
const SPACE = /(?:\s|\/\*[\s\S]*?\*\/)*/y;
const NUMBER = /-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const STRING = /"(?:[^"\\\n\r]|\\[^])*"|'(?:[^'\\\n\r]|\\[^])*'/y;
const NAME = /[A-Za-z_$][\w$]*/y;
const END = /[\s;]*$/y;
/** The end where the start of the callback was cut off. */
const BARE_END = /[\s;)]*$/y;
const ESCAPE = /\\(?:u([\da-f]{4})|x([\da-f]{2})|(\r\n|[^]))/gi;

const WORDS: Record<string, unknown> = { true: true, false: false, null: null, undefined };
const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0' };

/**
 * Reads JSON, or the first argument of a callback around a JavaScript literal, without running it: keys without quotes,
 * single quotes, comments, further arguments.
 *
 * @throws {SyntaxError} where the text has another form or is truncated; the message does not quote the text
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
    demand(scanner.takeMark(')'));
  }
  scanner.take(SPACE);
  demand(scanner.take(isCall ? END : BARE_END) !== null);
  return first;
}

function readValue(scanner: Scanner, depth: number): unknown {
  demand(depth < MAX_DEPTH);
  if (scanner.takeMark('[')) return readList(scanner, ']', () => readValue(scanner, depth + 1));
  if (scanner.takeMark('{')) return Object.fromEntries(readList(scanner, '}', () => readMember(scanner, depth + 1)));
  const string = scanner.take(STRING);
  if (string !== null) return unquote(string);
  const number = scanner.take(NUMBER);
  if (number !== null) return Number(number);
  const word = scanner.take(NAME) ?? '';
  demand(Object.hasOwn(WORDS, word));
  return WORDS[word];
}

/** @param close closing bracket of the list; a comma before it is allowed */
function readList<Item>(scanner: Scanner, close: string, readItem: () => Item): Item[] {
  const items: Item[] = [];
  while (!scanner.takeMark(close)) {
    items.push(readItem());
    if (scanner.takeMark(',')) continue;
    demand(scanner.takeMark(close));
    break;
  }
  return items;
}

function readMember(scanner: Scanner, depth: number): [key: string, value: unknown] {
  scanner.take(SPACE);
  const string = scanner.take(STRING);
  const key = string === null ? (scanner.take(NAME) ?? scanner.take(NUMBER)) : unquote(string);
  demand(key !== null && scanner.takeMark(':'));
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

function demand(isSo: boolean): void {
  if (!isSo) throw new SyntaxError('Neither JSON nor a callback around it');
}
