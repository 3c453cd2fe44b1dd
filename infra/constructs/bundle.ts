import { copyFileSync, linkSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { AssetHashType } from 'aws-cdk-lib';
import { Code, Runtime } from 'aws-cdk-lib/aws-lambda';
import { buildOnce, filesBelow, root, runBuild } from './build-cache.ts';

const functionsDir = join(root, 'functions');

/** A separate process bundles all functions concurrently. */
const program = join(import.meta.dirname, 'build-functions.ts');

/**
 * The code of one function as an ES module that is split at every `import()`: code for cold paths only is in separate
 * files, which are not read at start-up.
 *
 * @param name folder below `functions/`
 * @param addFiles writes further files into the bundle's folder
 */
export function bundledCode(name: string, addFiles?: (outputDir: string) => void): Code {
  return Code.fromAsset(join(functionsDir, name), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: Runtime.NODEJS_24_X.bundlingImage,
      local: {
        tryBundle(outputDir) {
          linkFiles(join(bundles(), name), outputDir);
          addFiles?.(outputDir);
          return true;
        },
      },
    },
  });
}

/** Gives a folder the files of another one, which neither changes: to copy all bundles would take a while. */
function linkFiles(from: string, to: string) {
  for (const file of filesBelow(from)) {
    const target = join(to, relative(from, file));
    mkdirSync(dirname(target), { recursive: true });
    try {
      linkSync(file, target);
    } catch {
      // The output is on another disk, or its file system has no links.
      copyFileSync(file, target);
    }
  }
}

/** All functions' bundles, each in a folder of its name. */
function bundles(): string {
  const isSource = (file: string) => file.endsWith('.ts') && !file.includes('/page/src/');
  const inputs = [...filesBelow(functionsDir).filter(isSource), program];
  return (built ??= buildOnce('functions', inputs, (outputDir) => runBuild(program, outputDir)));
}

let built: string | undefined;
