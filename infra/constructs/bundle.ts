import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType } from 'aws-cdk-lib';
import { Code, Runtime } from 'aws-cdk-lib/aws-lambda';
import { buildSync } from 'esbuild';
import { builtOnce, filesBelow, root } from './build-cache.ts';

const functionsDir = join(root, 'functions');

/** Gives CommonJS dependencies inside an ES module bundle the `require` they expect. */
const REQUIRE_BANNER = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;

/**
 * The code of one function as an ES module that is split at every `import()`: what only a cold path needs stays in
 * files of its own and is not read at start-up.
 *
 * @param name folder below `functions/`
 * @param addFiles puts further files into the bundle's folder
 */
export function bundledCode(name: string, addFiles?: (outputDir: string) => void): Code {
  return Code.fromAsset(join(functionsDir, name), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: Runtime.NODEJS_24_X.bundlingImage,
      local: {
        tryBundle(outputDir) {
          cpSync(join(bundles(), name), outputDir, { recursive: true });
          addFiles?.(outputDir);
          return true;
        },
      },
    },
  });
}

/** All functions' bundles, each in a folder of its name. */
function bundles(): string {
  const isSource = (file: string) => file.endsWith('.ts') && !file.includes('/page/src/');
  const inputs = [...filesBelow(functionsDir).filter(isSource), import.meta.filename];
  return (built ??= builtOnce('functions', inputs, (outputDir) => {
    for (const name of readdirSync(functionsDir)) {
      if (existsSync(join(functionsDir, name, 'handler.ts'))) bundleFunction(name, join(outputDir, name));
    }
  }));
}

let built: string | undefined;

function bundleFunction(name: string, outdir: string) {
  const { outputFiles } = buildSync({
    entryPoints: { handler: join(functionsDir, name, 'handler.ts') },
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
  mkdirSync(outdir);
  for (const { path, text } of outputFiles) writeFileSync(path, withRequire(text));
}

/** Only the file with esbuild's own stand-in for `require` needs a real one; the others start sooner without. */
function withRequire(code: string): string {
  return code.includes('Dynamic require of') ? `${REQUIRE_BANNER}\n${code}` : code;
}
