import { join } from 'node:path';

/** Folder of the packages of `test/bench/package.json`. */
export const PEERS = join(import.meta.dirname, 'node_modules');

/**
 * Loads a package that only the benchmark uses. The caller provides its types, since the packages may not be installed
 * when the compiler runs.
 */
export function importPeer<Module>(name: string): Promise<Module> {
  return import(name) as Promise<Module>;
}
