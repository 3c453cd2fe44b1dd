import { expect, test } from '@jest/globals';
import { build, type Metafile } from 'esbuild';
import { computedModules } from '../../functions/computed-modules.ts';

async function bundle(name: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [`functions/${name}/handler.ts`],
    plugins: [computedModules],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    outdir: 'unused',
    write: false,
    metafile: true,
  });
  return metafile;
}

/** Returns the files that are loaded with a module: its imports and theirs, except `await import()`. */
function loadedWith(module: string, { outputs }: Metafile): string[] {
  const [entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(`/${module}`))!;
  const loaded = new Set<string>([entry]);
  for (const output of loaded) {
    for (const { path, kind, external } of outputs[output]!.imports) {
      if (kind === 'import-statement' && !external) loaded.add(path);
    }
  }
  return [...loaded].flatMap((output) => Object.keys(outputs[output]!.inputs));
}

/**
 * Packages that are too large for a start; the conversion of DynamoDB's values is small. zod's locales stand for its
 * whole core, which `z.core` as a value includes.
 */
const LARGE =
  /node_modules\/(?:@smithy|@aws-sdk\/(?!util-dynamodb\/)|got|htmlparser2|tldts|tldts-core|zod\/v4\/(?:classic|locales))\//;

test.each([
  ['seo-query', 'functions/core/domains/store/domain-cache.ts'],
  ['seo-page', 'functions/core/pages/pages.ts'],
  ['seo-site', 'functions/core/crawls/store/site-crawls.ts'],
  ['seo-site-pages', 'functions/core/crawls/store/site-crawls.ts'],
  ['seo-site-issues', 'functions/core/crawls/store/site-crawls.ts'],
  ['seo-site-links', 'functions/core/crawls/store/site-crawls.ts'],
  ['seo-site-compare', 'functions/core/crawls/store/site-crawls.ts'],
  ['seo-site-crawls', 'functions/core/crawls/store/site-crawls.ts'],
  ['seo-history', 'functions/core/domains/store/domain-history.ts'],
  ['seo-keywords', 'functions/core/keywords/cached-answers.ts'],
  ['seo-long-tail', 'functions/core/keywords/cached-answers.ts'],
  ['usage', 'functions/core/accounts/plan-usage.ts'],
])('a cached answer of %s loads neither the SDK nor modules that only a miss needs', async (name, reader) => {
  const metafile = await bundle(name);
  const files = loadedWith('handler.ts', metafile);
  expect(files).toContain(reader);
  expect(files.filter((file) => LARGE.test(file))).toEqual([]);
  // Verifies the pattern: the SDK is in the bundle, but loaded later.
  expect(Object.keys(metafile.inputs).some((file) => file.includes('node_modules/@aws-sdk/client-'))).toBe(true);
});

test.each([
  ['seo-keywords', 'keywords/search'],
  ['seo-long-tail', 'core/long-tail'],
])('an answer of %s from stored suggestions loads no client of the queue', async (name, folder) => {
  const files = loadedWith(`${folder}/create-answer.ts`, await bundle(name));
  expect(files).toContain('functions/core/keywords/suggestions/learn-again.ts');
  expect(files.filter((file) => LARGE.test(file))).toEqual([]);
});

/** Modules that connect to hosts from requests, and parsers of their responses. */
const UNTRUSTED =
  /node_modules\/(?:got|htmlparser2|html-encoding-sniffer)\/|functions\/core\/(?:platform\/network\/(?:network|http-client)|keywords\/engines\/request-suggestions|sources\/providers\/ask-source|analysis\/reader)/;

test('the function that manages keys contains no parser of untrusted content', async () => {
  const inputs = Object.keys((await bundle('back-office')).inputs);
  expect(inputs.filter((file) => UNTRUSTED.test(file))).toEqual([]);
  // Verifies the pattern.
  const ofPage = Object.keys((await bundle('seo-page')).inputs);
  expect(ofPage.filter((file) => UNTRUSTED.test(file)).length).toBeGreaterThan(3);
});

const PROTOCOL = /node_modules\/@modelcontextprotocol\//;
const ZOD = /node_modules\/zod\//;

test('mcp loads the library of its protocol at the start, and each endpoint at its first call', async () => {
  const metafile = await bundle('mcp');
  const atStart = loadedWith('handler.ts', metafile);
  expect(atStart.some((file) => PROTOCOL.test(file))).toBe(true);
  expect(atStart.filter((file) => file.includes('functions/core/') && file.includes('-endpoint.ts'))).toEqual([]);
  const first = loadedWith('query-endpoint.ts', metafile);
  expect(first).toContain('functions/core/domains/store/domain-cache.ts');
  // Only the library requires zod.
  const large = [...atStart, ...first].filter((file) => LARGE.test(file));
  expect(large.filter((file) => !ZOD.test(file))).toEqual([]);
  const users = [...atStart, ...first].filter((file) =>
    metafile.inputs[file]!.imports.some(({ path, kind }) => ZOD.test(path) && kind === 'import-statement'),
  );
  expect(users.filter((file) => !PROTOCOL.test(file) && !ZOD.test(file))).toEqual([]);
  expect(Object.keys(metafile.inputs).some((file) => file.includes('node_modules/@aws-sdk/client-'))).toBe(true);
});
