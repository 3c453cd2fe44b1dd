/** Compares the responses that a page shows with those of the service. */

/** Marks omitted parts: in a string it matches any text, as an item of a list any items. */
const LEFT_OUT = '…';

/** Members that differ in each response, or each day: times, durations, ids and hashes. */
const VARYING = /(?:_at|_ms|_seconds|_days|_hash|^as_of|^date|^period_\w+|^from|^to|^request_id|^batch_id|^crawl_id)$/;
/** The sandbox's ranks differ each day, and so do their changes. */
const VARYING_PATH = /tranco(?:_rank)?\.\w+$|\.tranco_rank$|\.changes\[\d+\]\.(?:before|after)$/;
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?$/;

/**
 * Compares a shown response with the real one: each shown member has to exist with the same type and value (a varying
 * one with the same type and form). Members and items may be omitted, but those shown are in the real order.
 *
 * @returns one line per difference
 */
export function differences(shown: unknown, real: unknown, path = '$'): string[] {
  if (shown === LEFT_OUT) return [];
  if (kindOf(shown) !== kindOf(real)) return [`${path}: shows ${brief(shown)}, is ${brief(real)}`];
  if (Array.isArray(shown)) return itemDifferences(shown, real as unknown[], path);
  if (typeof shown === 'object' && shown !== null) {
    return Object.entries(shown).flatMap(([name, value]) => {
      if (!Object.hasOwn(real as object, name)) return [`${path}.${name}: is not in the answer`];
      return differences(value, (real as Record<string, unknown>)[name], `${path}.${name}`);
    });
  }
  return isSame(shown, real, path) ? [] : [`${path}: shows ${brief(shown)}, is ${brief(real)}`];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isSame(shown: unknown, real: unknown, path: string): boolean {
  if (shown === real) return true;
  if (typeof shown === 'string' && shown.includes(LEFT_OUT)) return matchesText(shown, real as string);
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (!VARYING.test(name) && !VARYING_PATH.test(path)) return false;
  return typeof shown !== 'string' || TIME.test(shown) === TIME.test(real as string);
}

/** Each shown item is searched after the match of the previous one. */
function itemDifferences(shown: unknown[], real: unknown[], path: string): string[] {
  let next = 0;
  for (const [index, item] of shown.entries()) {
    if (item === LEFT_OUT) continue;
    const here = `${path}[${index}]`;
    const candidates = real.slice(next).map((candidate) => differences(item, candidate, here));
    const found = candidates.findIndex((candidate) => candidate.length === 0);
    if (found < 0) {
      const closest = candidates.toSorted((one, other) => one.length - other.length)[0];
      return closest ?? [`${here}: is not in the answer`];
    }
    next += found + 1;
  }
  return [];
}

/** Whether the shown value occurs anywhere in the real one. */
export function isPartOf(shown: unknown, real: unknown): boolean {
  if (differences(shown, real).length === 0) return true;
  return typeof real === 'object' && real !== null && Object.values(real).some((inner) => isPartOf(shown, inner));
}

/** Whether a string equals the shown one, with any text in place of omitted parts. */
export function matchesText(shown: string, real: string): boolean {
  const pieces = shown
    .trim()
    .split(LEFT_OUT)
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.*')}$`, 's').test(real.replaceAll('\r\n', '\n').trim());
}

function brief(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}${LEFT_OUT}` : text;
}
