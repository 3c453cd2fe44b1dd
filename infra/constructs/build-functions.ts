import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { computedModules } from '../../functions/computed-modules.ts';
import { root } from './build-cache.ts';

/** Defines the `require` that CommonJS dependencies inside an ES module bundle need. */
const REQUIRE_BANNER = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;

/** Modules that run in their own threads, and the modules that start them; paths below the folder of all functions. */
const THREADS = [
  { module: 'core/analysis/reader/reader-thread.ts', startedBy: 'core/analysis/reader/thread-reader.ts' },
];

/** ES modules that are split at every `import()`: code for cold paths only is in separate files. */
const OPTIONS = {
  bundle: true,
  splitting: true,
  metafile: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // Otherwise the SDK's CommonJS build is used, which is half as large again.
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

/** The modules of all functions, in files that several functions share. */
interface SharedModules {
  dir: string;
  /** Entries of functions and of threads; paths below the folder of all functions. */
  modules: string[];
  /** Paths of the sources in each file, by the file's path. */
  sources: Map<string, string[]>;
}

/**
 * Bundles all functions and threads together, since esbuild would otherwise read the same modules for each of them: ten
 * times as many, which takes twice the processor time.
 */
async function bundleShared(functionsDir: string, names: string[], outdir: string): Promise<SharedModules> {
  const threads = THREADS.map(({ module }) => module).filter((module) => existsSync(join(functionsDir, module)));
  const modules = [...names.map((name) => `${name}/handler.ts`), ...threads];
  // Earlier versions do not have it.
  const inject = [join(functionsDir, 'core/platform/stdout-console.ts')].filter(existsSync);
  const { metafile } = await build({
    ...OPTIONS,
    plugins: [computedModules],
    inject,
    entryPoints: modules.map((module) => join(functionsDir, module)),
    outbase: functionsDir,
    outdir,
    // The second step adds its own hash to the last part.
    chunkNames: 'chunks/[hash]/[name]',
  });
  const sources = Object.entries(metafile.outputs).map(([path, { inputs }]) => [path, Object.keys(inputs)] as const);
  return { dir: outdir, modules, sources: new Map(sources) };
}

/** Bundles each thread once; several functions have the same ones. @returns the folders of the bundles by module */
async function bundleThreads(shared: SharedModules): Promise<Map<string, string>> {
  const threads = THREADS.filter(({ module }) => shared.modules.includes(module));
  const bundles = threads.map(async ({ module }) => {
    const outdir = join(shared.dir, 'threads', module);
    await mkdir(outdir, { recursive: true });
    await bundleModule(shared, module, outdir);
    return [module, outdir] as const;
  });
  return new Map(await Promise.all(bundles));
}

/**
 * Bundles one function from the shared files, so that it has the fewest files. Modules of threads are in the same
 * folder, each as a separate bundle.
 */
async function bundleFunction(
  shared: SharedModules,
  threads: Promise<Map<string, string>>,
  name: string,
  outdir: string,
) {
  await mkdir(outdir);
  const sources = await bundleModule(shared, `${name}/handler.ts`, outdir);
  for (const { module, startedBy } of THREADS) {
    if (sources.some((source) => source.endsWith(startedBy)))
      await cp((await threads).get(module)!, outdir, { recursive: true });
  }
}

/** @returns the paths of all sources that are in the bundle */
async function bundleModule({ dir, sources }: SharedModules, module: string, outdir: string): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
    entryPoints: [join(dir, module.replace(/\.ts$/, '.mjs'))],
    outdir,
    minify: true,
    write: false,
  });
  await Promise.all(outputFiles.map(({ path, text }) => writeFile(path, withRequire(text))));
  return Object.keys(metafile.inputs).flatMap((path) => sources.get(path) ?? []);
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
const shared = await bundleShared(functionsDir, names, join(outputDir, '.shared'));
const threads = bundleThreads(shared);
await Promise.all(names.map((name) => bundleFunction(shared, threads, name, join(outputDir, name))));
await rm(shared.dir, { recursive: true });
