import { readFileSync } from 'node:fs';

/**
 * Reads the cases of a test from `test/cases`.
 *
 * @param name path below `test/cases`, without `.json`
 */
export function readCases<Cases>(name: string): Cases {
  return JSON.parse(readFileSync(new URL(`../cases/${name}.json`, import.meta.url), 'utf8')) as Cases;
}
