/**
 * Source of a regular expression for the whole numbers from 1 to `max`, without leading zeros: validation and the
 * OpenAPI description share it.
 *
 * @param max whole number, at least 1
 */
export function numberPattern(max: number): string {
  const digits = String(max);
  const shorter = [...digits].slice(1).map((_, length) => `[1-9]${'\\d'.repeat(length)}`);
  const smaller = [...digits].flatMap((digit, index) => {
    const range = digitRange(index === 0 ? 1 : 0, Number(digit) - 1);
    return range === null ? [] : [digits.slice(0, index) + range + '\\d'.repeat(digits.length - index - 1)];
  });
  return `(?:${[...shorter, ...smaller, digits].join('|')})`;
}

function digitRange(from: number, to: number): string | null {
  if (to < from) return null;
  return from === to ? String(from) : `[${from}-${to}]`;
}
