import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where `test/bench/package.json` has its packages installed. */
export const PEERS = join(import.meta.dirname, 'node_modules');

/** Installs what the bench measures against, as its lock file says, where that has not been done yet. */
export function ensurePeers(): void {
  const wanted = readFileSync(join(import.meta.dirname, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(wanted) as { dependencies: Record<string, string> };
  const isThere = (name: string) => existsSync(join(PEERS, name, 'package.json'));
  if (Object.keys(dependencies).every(isThere)) return;
  execFileSync('npm', ['ci', '--prefix', import.meta.dirname], { stdio: ['ignore', 'inherit', 'inherit'] });
}

/**
 * Loads a package that only the bench has. The types that are expected of it are the caller's: the compiler has to do
 * without the packages, since they are not installed where only the project is.
 */
export function importPeer<Module>(name: string): Promise<Module> {
  return import(name) as Promise<Module>;
}
