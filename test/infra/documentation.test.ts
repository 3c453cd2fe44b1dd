import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '');
const paths = new Set(tracked.flatMap((path) => [path, ...foldersOf(path)]));
// The changelog also names files of earlier versions.
const documents = tracked.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md');

/** Files and folders that the reader, the runner or another program creates. */
const CREATED = new Set([
  'settings.json',
  '.local',
  '.vscode/mcp.json',
  '.cursor/mcp.json',
  'api-keys.json',
  'operator.json',
  'viewer.json',
  'compare.json',
  'put-back.ts',
  'query.ts',
]);

/** A file name with an extension of this repository, or one folder with a final slash. */
const NAMED = /`(?<path>(?:[\w-]+\/)*(?:[\w.-]+\.(?:tsx?|mjs|json|md)|\.?[\w-]+\/))`/g;
const LINK = /\]\((?<target>[^)\s#:]+)(?:#[^)]*)?\)/g;

/** Returns the paths that a document names but that do not exist. */
function missingPaths(document: string, text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  const links = [...prose.matchAll(LINK)].map(({ groups }) => groups!['target']!);
  const named = [...prose.replaceAll(/\[[^\]]*\]\([^)]*\)/g, '').matchAll(NAMED)].map(({ groups }) =>
    groups!['path']!.replace(/\/$/, ''),
  );
  return [
    ...links.filter((target) => !paths.has(join(dirname(document), target).replace(/\/$/, ''))),
    ...named.filter((name) => !CREATED.has(name) && !isNamed(normalize(name), document)),
  ];
}

/**
 * Returns whether a name is a path or its last parts: documents may omit the folders that precede it. In the README of a
 * folder, those are in the same folder.
 */
function isNamed(name: string, document: string): boolean {
  const folder = document.endsWith('/README.md') ? dirname(document) + '/' : '';
  return paths.has(name) || [...paths].some((path) => path.startsWith(folder) && path.endsWith(`/${name}`));
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

test.each(documents)('%s names only files and folders that exist', (document) => {
  expect(missingPaths(document, readFileSync(document, 'utf8'))).toEqual([]);
});

test('a name of a file, of a folder or in a link that does not exist is reported', () => {
  const text = '`no-such-file.ts`, `no-such-folder/`, [a page](no-such-page.md#part), `errors.ts`, [this](README.md)';
  expect(missingPaths('README.md', text)).toEqual(['no-such-page.md', 'no-such-file.ts', 'no-such-folder']);
});

/** A test file with the beginnings of names of tests, as in the page about the specification. */
const TESTS = /`(?<file>test\/[\w./-]+\.test\.ts)`(?: \((?<names>"[^)]*")\))?/g;

/** Returns the tests that a document gives as `file` ("name", "name") but that its files do not contain. */
function missingTests(text: string): string[] {
  return [...text.matchAll(TESTS)].flatMap(({ groups }) => {
    const { file, names = '' } = groups as { file: string; names?: string };
    const source = paths.has(file) ? readFileSync(file, 'utf8') : '';
    const given = [...names.matchAll(/"(?<name>[^"]+)"/g)].map((match) => match.groups!['name']!);
    return given.filter((name) => !QUOTES.some((quote) => source.includes(quote + name))).map((name) => file + name);
  });
}

const QUOTES = ["'", '"'];

test('the page about the specification names only tests that exist', () => {
  const text = readFileSync('docs/specification.md', 'utf8');
  expect(missingTests(text)).toEqual([]);
  expect([...text.matchAll(TESTS)].length).toBeGreaterThan(50);
  const file = 'test/unit/forum/sign.test.ts';
  expect(missingTests(`\`${file}\` ("check-in", "no such test")`)).toEqual([`${file}no such test`]);
});

/** Measured costs, and where a document states them. */
const COSTS: [document: string, measured: string, stated: RegExp][] = [
  ['README.md', 'a million cached domains as batches: total', /\$([\d.]+) in batches of 1,000/],
  ['README.md', 'a thousand new domains on AWS: total', /\| fetching 1,000 domains .*\$([\d.]+) in batches/],
  ['README.md', 'pages on AWS, one request per second: total', /\| crawling 1,000 pages +\| \$([\d.]+),/],
  ['README.md', '10 crawls at once, a thousand pages on AWS: total', /\$([\d.]+) with ten at once/],
  ['README.md', 'with `external`: on AWS', /\$([\d.]+) with external links/],
  ['README.md', 'with `resources`: on AWS', /\$([\d.]+) with images/],
  ['docs/operations.md', 'a million cached domains as batches: total', /… in batches of 1,000.*? \| ([\d.]+) \|/],
  ['docs/operations.md', 'a thousand new domains on AWS: total', /in batches, free sources \| ([\d.]+) \|/],
  [
    'docs/operations.md',
    '10 crawls at once, a thousand pages on AWS: total',
    /\| … with ten or more crawls in progress \| ([\d.]+) \|/,
  ],
  ['docs/operations.md', 'pages on AWS, one request per second: total', /\| a thousand crawled pages \| ([\d.]+) \|/],
  ['docs/operations.md', 'with `external`: on AWS', /… with `external`.*? \| ([\d.]+) \|/],
  ['docs/operations.md', 'with `resources`: on AWS', /… with `resources`.*? \| ([\d.]+) \|/],
];

test.each(COSTS)('%s states the measured cost "%s"', (document, row, cost) => {
  const stated = Number(cost.exec(readFileSync(document, 'utf8'))?.[1]);
  const line = readFileSync('docs/performance.md', 'utf8')
    .split('\n')
    .find((text) => text.includes(`${row} |`))!;
  const measured = Number(/ \| ([\d.]+) USD \|/.exec(line)?.[1]);
  expect(Math.abs(stated / measured - 1)).toBeLessThanOrEqual(0.1);
});
