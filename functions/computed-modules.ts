import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/** Modules with this ending are evaluated when functions and the page are built: their exports are JSON values. */
export const COMPUTED = /\.computed\.ts$/;

/** Replaces computed modules by the values of their exports, so that functions and browsers do not load what these derive from. */
export const computedModules: Plugin = {
  name: 'computed-modules',
  setup(build) {
    build.onLoad({ filter: COMPUTED }, async ({ path }) => ({ contents: await computedSource(path) }));
  },
};

/** @returns the source of a computed module with its values in place of what computes them */
export async function computedSource(path: string): Promise<string> {
  const values = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join('');
}
