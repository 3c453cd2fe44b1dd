import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where `test/corpora/package.json` has its packages installed: pages that others wrote, programs that judge the same,
 * and what callers generate clients with. Only full tests and the bench use them.
 */
export const CORPORA = join(import.meta.dirname, 'node_modules');

/**
 * Installs what full tests and the bench use beyond the project's own packages, as the lock files say, where that has
 * not been done yet. Jest calls it once, before its workers.
 */
export default function installPackages(): void {
  for (const folder of [import.meta.dirname, join(import.meta.dirname, '../bench')]) install(folder);
}

function install(folder: string): void {
  const lock = join(folder, 'package-lock.json');
  // A copy of the lock file that was installed. npm begins by removing it with the packages.
  const installed = join(folder, 'node_modules/installed-lock.json');
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return;
  execFileSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 'inherit', 'inherit'] });
  copyFileSync(lock, installed);
}

/**
 * Loads a module of these packages. The types that are expected of it are the caller's: the compiler has to do without
 * the packages, since they are not installed where only the project is.
 */
export function importPackage<Module>(name: string): Promise<Module> {
  return import(name) as Promise<Module>;
}
