import { NEEDED_JOINER } from '../core/analysis/language/words.ts';
import type { Tool } from './tool.ts';

/**
 * Marks all text that the service has not written itself, so that a page cannot impersonate the service. The path of a
 * text decides, since even a URL that a page contains may be a sentence. Times are not marked: they contain no words.
 *
 * @param own dotted paths, without indexes, of texts that the service has written
 * @param maps paths of objects with keys from other parties: they are marked as a whole, as JSON text
 */
export function markUntrusted(
  data: Record<string, unknown>,
  { own, maps = [] }: Pick<Tool, 'own' | 'maps'>,
): Record<string, unknown> {
  const ownPaths = new Set(own);
  const mapPaths = new Set(maps);

  function marked(value: unknown, path: string): unknown {
    if (typeof value === 'string') return ownPaths.has(path) || isTime(value) ? value : quoted(value);
    if (Array.isArray(value)) return value.map((each) => marked(each, path));
    if (value === null || typeof value !== 'object') return value;
    if (mapPaths.has(path)) return quoted(JSON.stringify(value));
    return members(value, `${path}.`);
  }

  function members(value: object, prefix: string): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, marked(each, prefix + name)]));
  }

  return members(data, '');
}

/** Marks text of a web page or a search engine. */
export const quoted = (text: string) => ({ untrusted_text: plainText(text) });

const HIDDEN = new RegExp(`(?:(?!${NEEDED_JOINER})[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\s])+`, 'gu');

/**
 * Replaces characters that displays do not show, or that change the order of others. Soft hyphens leave no space: they
 * are inside words.
 */
const plainText = (text: string) => text.replaceAll('\u00ad', '').replace(HIDDEN, ' ').trim();

export const isTime = (text: string) => /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(text);

/** Length limits of texts and lists, tried one after the other. */
const STEPS: { text: number; list: number }[] = [
  { text: 300, list: Infinity },
  { text: 200, list: 20 },
  { text: 160, list: 10 },
  { text: 120, list: 5 },
  { text: 80, list: 3 },
  { text: 40, list: 2 },
  { text: 20, list: 1 },
  { text: 10, list: 0 },
];

/**
 * Shortens texts and lists of JSON until it is within a limit.
 *
 * @param maxTokens by {@link estimateTokens}
 * @returns the value, and the dotted paths of shortened lists and texts
 */
export function shorten(value: Record<string, unknown>, maxTokens: number) {
  for (const step of STEPS) {
    const shortened = new Set<string>();
    const short = cut(value, '', step, shortened) as Record<string, unknown>;
    if (estimateTokens(JSON.stringify(short)) <= maxTokens || step === STEPS.at(-1)) {
      return { value: short, shortened: [...shortened] };
    }
  }
  throw new Error('STEPS is empty');
}

/** @returns the estimated tokens of a value whose lists are complete, as a multiple of the limit */
export function excessOf(value: Record<string, unknown>, maxTokens: number): number {
  const complete = cut(value, '', STEPS[0]!, new Set());
  return estimateTokens(JSON.stringify(complete)) / maxTokens;
}

function cut(value: unknown, path: string, limit: (typeof STEPS)[number], shortened: Set<string>): unknown {
  if (typeof value === 'string') {
    if (value.length <= limit.text) return value;
    shortened.add(path);
    // Removes half of a surrogate pair at the end.
    return `${value
      .slice(0, limit.text)
      .toWellFormed()
      .replace(/\ufffd$/, '')}…`;
  }
  if (Array.isArray(value)) {
    if (value.length > limit.list) shortened.add(path);
    return value.slice(0, limit.list).map((each) => cut(each, path, limit, shortened));
  }
  if (value === null || typeof value !== 'object') return value;
  const prefix = path === '' ? '' : `${path}.`;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      cut(each, name === 'untrusted_text' ? path : prefix + name, limit, shortened),
    ]),
  );
}

/** Pieces that tokenizers of language models do not join, and the tokens of each, rounded up. */
const PIECES: [pattern: string, tokens: (length: number) => number][] = [
  // A piece longer than a word consists of random letters or is a compound.
  ['[A-Z]?[a-z]+|[A-Z]+', (length) => 0.7 + 0.15 * length + 0.4 * Math.max(0, length - 12)],
  ['\\d{1,3}', () => 1],
  ['[\\x00-\\x7f]', () => 0.6],
  ['[\\u00a0-\\u06ff\\u3000-\\u9fff\\uac00-\\ud7ff]', () => 1.2],
  // One token per byte of UTF-8.
  ['\\S', () => 3],
];
const PIECE = new RegExp(PIECES.map(([pattern]) => `(${pattern})`).join('|'), 'gu');

/** @returns the estimated number of tokens of a text; random letters may have twice as many */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece, ...groups] of text.matchAll(PIECE)) {
    tokens += PIECES[groups.findIndex((group) => group !== undefined)]![1](piece.length);
  }
  return tokens;
}
