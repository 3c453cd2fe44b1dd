import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './build-cache.ts';

/** Defines the `require` that CommonJS dependencies inside an ES module bundle need. */
const REQUIRE_BANNER = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;

/** Modules that run in their own threads, and the modules that start them; paths below the folder of all functions. */
const THREADS = [
  { module: 'shared/website/reader/reader-thread.ts', startedBy: 'shared/website/reader/thread-reader.ts' },
];

/**
 * Bundles a function as an ES module that is split at every `import()`: code for cold paths only is in separate files.
 * Modules of threads are in the same folder, each as a separate bundle.
 */
async function bundleFunction(functionsDir: string, name: string, outdir: string) {
  await mkdir(outdir);
  const inputs = await bundleModule(join(functionsDir, name, 'handler.ts'), outdir);
  const threads = THREADS.filter(({ startedBy }) => inputs.some((input) => input.endsWith(startedBy)));
  await Promise.all(threads.map(({ module }) => bundleModule(join(functionsDir, module), outdir)));
}

/** @returns the paths of all modules that are in the bundle */
async function bundleModule(file: string, outdir: string): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    outdir,
    bundle: true,
    splitting: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Otherwise the SDK's CommonJS build is used, which is half as large again.
    mainFields: ['module', 'main'],
    outExtension: { '.js': '.mjs' },
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  await Promise.all(outputFiles.map(({ path, text }) => writeFile(path, withRequire(text))));
  return Object.keys(metafile.inputs);
}

/** Only the file with esbuild's stub for `require` needs a real one; the others start faster without. */
function withRequire(code: string): string {
  return code.includes('Dynamic require of') ? `${REQUIRE_BANNER}\n${code}` : code;
}

// esbuild is a Go program: without garbage collection it needs two thirds of the time, and 300 MB more memory.
process.env.GOGC ??= 'off';

// A program: bundles all functions concurrently, each into a folder of its name below the first argument. They are this
// version's, or those in the folder of the second argument.
const [outputDir, functionsDir = join(root, 'functions')] = process.argv.slice(2) as [string, string?];
const names = readdirSync(functionsDir).filter((name) => existsSync(join(functionsDir, name, 'handler.ts')));
await Promise.all(names.map((name) => bundleFunction(functionsDir, name, join(outputDir, name))));
