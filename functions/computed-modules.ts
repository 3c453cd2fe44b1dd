import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/** File names of modules that the build of functions and page evaluates; their exports are JSON values. */
export const COMPUTED = /\.computed\.ts$/;

/**
 * Replaces computed modules with the values of their exports, so that functions and browsers do not load their
 * dependencies.
 */
export const computedModules: Plugin = {
  name: 'computed-modules',
  setup(build) {
    build.onLoad({ filter: COMPUTED }, async ({ path }) => ({ contents: await computedSource(path) }));
  },
};

/** @returns the source of a computed module with its values in place of the computations */
export async function computedSource(path: string): Promise<string> {
  const values = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join('');
}
