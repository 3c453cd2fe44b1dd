import { join } from 'node:path';
import { AssetHashType } from 'aws-cdk-lib';
import { Code, Runtime } from 'aws-cdk-lib/aws-lambda';
import { buildSync } from 'esbuild';

const functionsDir = join(import.meta.dirname, '../../functions');

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
          bundleFunction(name, outputDir);
          addFiles?.(outputDir);
          return true;
        },
      },
    },
  });
}

function bundleFunction(name: string, outdir: string) {
  buildSync({
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
    banner: { js: REQUIRE_BANNER },
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
}
