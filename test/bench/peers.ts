import { join } from 'node:path';

/** Folder of the packages of `test/bench/package.json`. */
export const PEERS = join(import.meta.dirname, 'node_modules');
