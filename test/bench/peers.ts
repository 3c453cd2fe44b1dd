import { join } from 'node:path';

/** Where `test/bench/package.json` has its packages installed. */
export const PEERS = join(import.meta.dirname, 'node_modules');

/**
 * Loads a package that only the bench has. The types that are expected of it are the caller's: the compiler has to do
 * without the packages, since they are not installed where only the project is.
 */
export function importPeer<Module>(name: string): Promise<Module> {
  return import(name) as Promise<Module>;
}
