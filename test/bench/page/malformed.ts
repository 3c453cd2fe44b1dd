import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCases } from '../../support/cases.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/pages');

/**
 * In a `<noscript>` of the head with what ends the head, our analysis means to see what a browser with scripts sees
 * (functions/core/analysis/page/html-tree.ts): these are not asked for.
 */
const MEANT_OTHERWISE = ['head-noscript.html'];

/** Pages that break the rules of HTML, a rule or two each. */
const WRITTEN = readCases<string[]>('html/malformed');

/** @returns pages for which a browser's tree and a naive one differ */
export function malformedPages(): string[] {
  const fixtures = readdirSync(FIXTURES).filter((name) => !MEANT_OTHERWISE.includes(name));
  return [...WRITTEN, ...fixtures.toSorted().map((name) => readFileSync(join(FIXTURES, name), 'utf8'))];
}
