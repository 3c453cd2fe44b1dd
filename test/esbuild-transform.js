import { createHash } from 'node:crypto';
import { transformSync, version } from 'esbuild';

/** Jest transform: strips types with esbuild and leaves native ESM as it is. */
export default {
  process: (source, filename) =>
    transformSync(source, { loader: 'ts', format: 'esm', target: 'node22', sourcemap: 'inline', sourcefile: filename }),
  getCacheKey: (source, filename) => createHash('sha256').update(`${version}\0${filename}\0${source}`).digest('hex'),
};
