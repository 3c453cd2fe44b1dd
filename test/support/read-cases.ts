import { readFileSync } from 'node:fs';

/** @returns the cases of `test/cases/<name>.json` */
export function readCases<Case>(name: string): Case[] {
  return JSON.parse(readFileSync(`test/cases/${name}.json`, 'utf8')) as Case[];
}
