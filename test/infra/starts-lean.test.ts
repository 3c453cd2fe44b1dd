import { expect, test } from '@jest/globals';
import { build, type Metafile } from 'esbuild';

/** Files that are loaded at a start: what the handler imports, and what that imports, but for `await import()`. */
function loadedAtStart({ outputs }: Metafile): string[] {
  const [entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('/handler.ts'))!;
  const loaded = new Set<string>([entry]);
  for (const output of loaded) {
    for (const { path, kind, external } of outputs[output]!.imports) {
      if (kind === 'import-statement' && !external) loaded.add(path);
    }
  }
  return [...loaded].flatMap((output) => Object.keys(outputs[output]!.inputs));
}

/** Too large for a start; the conversion of DynamoDB's values is small. */
const LARGE =
  /node_modules\/(?:@smithy|@aws-sdk\/(?!util-dynamodb\/)|got|htmlparser2|tldts|tldts-core|zod\/v4\/classic)\//;

test.each([
  ['seo-query', 'functions/shared/storage/domain-cache/cache-reader.ts'],
  ['seo-page', 'functions/shared/storage/pages/page-reader.ts'],
  ['seo-history', 'functions/shared/storage/domain-history/history-reader.ts'],
  ['seo-keywords', 'functions/shared/storage/ready-answers.ts'],
  ['seo-long-tail', 'functions/shared/storage/ready-answers.ts'],
  ['usage', 'functions/shared/storage/plan-usage.ts'],
])('a cached answer of %s loads neither the SDK nor what only a miss needs', async (name, reader) => {
  const { metafile } = await build({
    entryPoints: [`functions/${name}/handler.ts`],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    outdir: 'unused',
    write: false,
    metafile: true,
  });
  const files = loadedAtStart(metafile);
  expect(files).toContain(reader);
  expect(files.filter((file) => LARGE.test(file))).toEqual([]);
  // The same rule finds it where it is loaded later.
  expect(Object.keys(metafile.inputs).some((file) => file.includes('node_modules/@aws-sdk/client-'))).toBe(true);
});
