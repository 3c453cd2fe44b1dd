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

test('a cached answer loads neither the SDK nor the whole of zod', async () => {
  const { metafile } = await build({
    entryPoints: ['functions/usage/handler.ts'],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outdir: 'unused',
    write: false,
    metafile: true,
  });
  const files = loadedAtStart(metafile);
  expect(files).toContain('functions/shared/storage/plan-usage.ts');
  expect(files.filter((file) => /node_modules\/(@aws-sdk|@smithy|got|tldts|zod\/v4\/classic)\//.test(file))).toEqual(
    [],
  );
  // The same rule finds them where they are loaded later.
  expect(Object.keys(metafile.inputs).some((file) => file.includes('@aws-sdk/client-api-gateway'))).toBe(true);
});
