import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { catalogue } from '../../functions/core/site-reports/issues/catalogue.computed.ts';
import { CORPORA } from '../corpora/packages.ts';
import { codeBlocks } from '../support/markdown.ts';
import { operationsOf, readDocument } from '../support/openapi.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';

/**
 * Clients are generated from the document by the commands of the generators with their default options. A strict program
 * reads the types of each client, and calls every operation with one of them.
 */

const execute = promisify(execFile);
const programs = resolve('test/integration/generated-clients');
const document = readDocument();

/** The settings of the repository with types of Node and of browsers, which both clients use. */
const compilerOptions = {
  types: ['node'],
  typeRoots: [resolve('node_modules/@types')],
  lib: ['es2024', 'esnext.iterator', 'esnext.array', 'dom', 'dom.iterable'],
};

let folder: string;
let runner: TestRunner;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clients-'));
  symlinkSync(CORPORA, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const settings = { extends: resolve('tsconfig.json'), compilerOptions, include: ['.'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  runner = await startTestRunner({}, ['--offline']);
});
afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command of a package in a folder. */
function command(name: string, args: string[]) {
  return execute(process.execPath, [join(CORPORA, name), ...args], { cwd: folder });
}

/** Functions that generate a client into a folder, whose `types.ts` has the named schemas as types. */
const generators: Record<string, (output: string) => Promise<void>> = {
  'openapi-fetch': async (output) => {
    const options = ['--root-types', '--root-types-no-schema-prefix', '-o', join(output, 'types.ts')];
    await command('openapi-typescript/bin/cli.js', [resolve('docs/openapi.json'), ...options]);
    // The guide's programs are compiled too; guides.full.test.ts runs them.
    writeFileSync(join(output, 'api.ts'), "export type * from './types.ts';\n");
    const blocks = codeBlocks(readFileSync('docs/guides/typescript.md', 'utf8')).filter(
      ({ language }) => language === 'ts',
    );
    for (const [index, { code }] of blocks.entries()) writeFileSync(join(output, `guide-${index}.ts`), code);
  },
  'hey-api': async (output) => {
    const client = join(output, 'client');
    await command('@hey-api/openapi-ts/bin/run.js', [
      '-i',
      resolve('docs/openapi.json'),
      '-o',
      client,
      '--no-log-file',
    ]);
    writeFileSync(join(output, 'types.ts'), "export type * from './client/types.gen.ts';\n");
    // Its code does not compile with exactOptionalPropertyTypes; the program still reads its types.
    for (const file of globSync(join(client, '**/*.ts'))) {
      writeFileSync(file, `// @ts-nocheck\n${readFileSync(file, 'utf8')}`);
    }
  },
};

let output: Record<string, string>;
beforeAll(async () => {
  const made = Object.entries(generators).map(async ([name, generate]) => {
    const target = join(folder, name);
    mkdirSync(target);
    copyFileSync(join(programs, 'read.ts'), join(target, 'read.ts'));
    await generate(target);
    return [name, target];
  });
  output = Object.fromEntries(await Promise.all(made)) as Record<string, string>;
  copyFileSync(join(programs, 'openapi-fetch.ts'), join(output['openapi-fetch']!, 'openapi-fetch.ts'));
});

test('each generator creates a client with every operation', () => {
  const program = readFileSync(join(programs, 'openapi-fetch.ts'), 'utf8');
  const functions = readFileSync(join(output['hey-api']!, 'client/sdk.gen.ts'), 'utf8');
  const missing = operationsOf(document).flatMap(({ path, method, operation }) => [
    ...(program.includes(`client.${method.toUpperCase()}('${path}'`) ? [] : [path]),
    ...(functions.includes(`export const ${operation.operationId} = `) ? [] : [operation.operationId]),
  ]);
  expect(missing).toEqual([]);
});

test.each(Object.keys(generators))('a strict program reads the types of %s without a cast', async (name) => {
  const folderOfClient = output[name]!;
  const text = globSync(join(programs, '*.ts')).map((file) => readFileSync(file, 'utf8'));
  expect(text.join('')).not.toMatch(/\bas (?!const\b|\w+ from\b)\w|: any\b|<any\b|!\.|![;,)]|ts-ignore|ts-nocheck/);
  const settings = { extends: '../tsconfig.json', include: ['.'] };
  writeFileSync(join(folderOfClient, 'tsconfig.json'), JSON.stringify(settings));
  const { stdout } = await command('typescript/bin/tsc', ['-p', folderOfClient]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

test('the program that calls every operation gets answers of the declared types', async () => {
  const bundle = join(output['openapi-fetch']!, 'program.mjs');
  await build({
    entryPoints: [join(output['openapi-fetch']!, 'openapi-fetch.ts')],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  const { stdout } = await execute(process.execPath, [bundle, runner.url, runner.apiKey]);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const named = (name: string) => lines.filter((line) => line.name === name);
  expect(named('query')).toMatchObject([{ domain: 'shop.example', score: 100, bot: true, open_page_rank: '4.2' }]);
  expect(named('page')).toMatchObject([
    { url: 'https://shop.example/de/', allowed: true, rule: null, keyword: 'zelte' },
  ]);
  expect(named('site')[0]).toMatchObject({ status: expect.any(String), source: expect.stringMatching(/^site /) });
  expect(named('site pages')).toMatchObject([{ next_cursor: null }]);
  expect(named('site issues')).toMatchObject([{ count: expect.any(Number) }]);
  expect(named('site links')).toMatchObject([{ next_cursor: null }]);
  expect(named('site crawls')).toMatchObject([{ crawls: expect.stringMatching(/^\w+ you 1 /) }]);
  expect(named('verification')).toMatchObject([{ verified: false, expires_at: null }]);
  expect(named('not compared')).toEqual([{ name: 'not compared', error: 'no_comparison' }]);
  expect(named('issues')).toMatchObject([
    { count: catalogue.count, first: 'error page indexability-lost', since: '0.4.0' },
  ]);
  expect(named('watch')).toEqual([
    {
      ...{ name: 'watch', watches: 1, domains: 'shop.example', on: 'below', test: 'no_receiver' },
      ...{ secrets: 'whsec_,whsec_,whsec_', created: true, events: 0, deleted: true },
    },
  ]);
  expect(named('history')).toMatchObject([{ count: 10, truncated: true, best: 100 }]);
  expect(named('keywords').at(-1)).toMatchObject({ q: 'tents', next_cursor: null });
  expect(named('long-tail')).toMatchObject([{ count: 100, label: '疑问', planned: 32 }]);
  expect(named('batch')).toMatchObject([
    { is_stored: false, lines: 2, statuses: 'done,invalid_parameter', score: 100 },
    { is_stored: true, lines: 1, snapshots: 0 },
    { is_stored: true, lines: 1 },
  ]);
  expect(lines.map((line) => line.name)).toEqual(expect.arrayContaining(['login', 'board', 'boards', 'me', 'info']));
  expect(named('comments')).toMatchObject([{ length: 5, count: 5 }]);
  expect(named('refused')).toEqual([{ name: 'refused', code: 422, retryable: false, details: 'range,limit' }]);
  expect(named('missing')).toEqual([{ name: 'missing', code: 400, details: 'user_id' }]);
  expect(named('description')).toMatchObject([
    { openapi: document.openapi, paths: Object.keys(document.paths).length },
  ]);
  expect(named('docs')).toEqual([{ name: 'docs', page: true, file: true }]);
});
