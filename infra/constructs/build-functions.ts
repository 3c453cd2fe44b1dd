import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './build-cache.ts';

/** Gives CommonJS dependencies inside an ES module bundle the `require` they expect. */
const REQUIRE_BANNER = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;

/** An ES module that is split at every `import()`: what only a cold path needs stays in files of its own. */
async function bundleFunction(sourceDir: string, outdir: string) {
  const { outputFiles } = await build({
    entryPoints: { handler: join(sourceDir, 'handler.ts') },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Without it the SDK's CommonJS build is taken, which is half as large again.
    mainFields: ['module', 'main'],
    outExtension: { '.js': '.mjs' },
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  await mkdir(outdir);
  await Promise.all(outputFiles.map(({ path, text }) => writeFile(path, withRequire(text))));
}

/** Only the file with esbuild's own stand-in for `require` needs a real one; the others start sooner without. */
function withRequire(code: string): string {
  return code.includes('Dynamic require of') ? `${REQUIRE_BANNER}\n${code}` : code;
}

// esbuild is a Go program: where it collects no garbage, it needs two thirds of the time, and 300 MB more.
process.env.GOGC ??= 'off';

// A program: bundles all functions at once, each into a folder of its name below the first argument. They are this
// version's, or those in the folder of the second argument.
const [outputDir, functionsDir = join(root, 'functions')] = process.argv.slice(2) as [string, string?];
const names = readdirSync(functionsDir).filter((name) => existsSync(join(functionsDir, name, 'handler.ts')));
await Promise.all(names.map((name) => bundleFunction(join(functionsDir, name), join(outputDir, name))));
