import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPORA } from '../../corpora/packages.ts';
import { PEERS } from '../peers.ts';
import { readCases } from '../../support/cases.ts';

/** A page as served by a site. */
export interface RealPage {
  name: string;
  body: Uint8Array;
}

/** Front pages and articles of news sites, 13 to 396 KB: every thirteenth of the package's 258 by size. */
const NEWS = readCases<string[]>('html/news');

/** Pages of search engines, portals and an encyclopedia, 30 to 523 KB. */
const PORTALS = 'hacker_news baidu arabic_newspapers bbc xinhua google yahoo wikipedia'.split(' ');

/** Pages of a manual, 5 to 53 KB. */
const MANUAL = [
  'commands/npm-ping',
  'commands/npm-org',
  'commands/npm-pack',
  'commands/npm-token',
  'using-npm/dependency-selectors',
  'configuring-npm/npm-json',
];

/** The HTML standard on one page, 8 MB. */
const STANDARD = join(PEERS, 'gumbo-parser/deps/gumbo-parser/benchmarks/html5_spec.html');

/** @returns 35 pages, 5 KB to 3 MB, from packages that are pinned by lock files */
export function realPages(): RealPage[] {
  const files = [
    ...NEWS.map((name) => join(CORPORA, 'htmlparser-benchmark/files', `${name}.html`)),
    ...PORTALS.map((name) => join(PEERS, 'gumbo-parser/deps/gumbo-parser/benchmarks', `${name}.html`)),
    ...MANUAL.map((name) => join(PEERS, 'npm/docs/output', `${name}.html`)),
  ];
  const pages = files.map((name) => ({ name, body: readFileSync(name) }));
  return [...pages, { name: STANDARD, body: hugePage(3_000_000) }];
}

/** @returns the beginning of the HTML standard, cut like pages that exceed the limit of the crawler */
export function hugePage(bytes: number): Uint8Array {
  return new Uint8Array(readFileSync(STANDARD).subarray(0, bytes));
}
