import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCases } from '../../support/cases.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/pages');

/**
 * Excluded: if a `<noscript>` in the head contains an element that ends the head, our analysis follows browsers with
 * scripts on purpose (functions/core/analysis/html/html-tree.ts).
 */
const EXCLUDED = ['head-noscript.html'];

/** Pages with one or two HTML errors each. */
const CASES = readCases<string[]>('html/malformed');

/** @returns pages for which a browser's tree and a naive one differ */
export function malformedPages(): string[] {
  const fixtures = readdirSync(FIXTURES).filter((name) => !EXCLUDED.includes(name));
  return [...CASES, ...fixtures.toSorted().map((name) => readFileSync(join(FIXTURES, name), 'utf8'))];
}
