import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folder of the packages of `test/corpora/package.json`: third-party pages, programs for comparison, and generators of
 * clients. Only full tests and the benchmark use them.
 */
export const CORPORA = join(import.meta.dirname, 'node_modules');

/**
 * Installs the packages that only full tests and the benchmark use, by the lock files, unless they are installed
 * already.
 */
export default function installPackages(): void {
  for (const folder of [import.meta.dirname, join(import.meta.dirname, '../bench')]) install(folder);
}

function install(folder: string): void {
  const lock = join(folder, 'package-lock.json');
  // A copy of the installed lock file. npm first removes it with the packages.
  const installed = join(folder, 'node_modules/installed-lock.json');
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return;
  execFileSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 'inherit', 'inherit'] });
  copyFileSync(lock, installed);
}

/**
 * Loads a module of these packages. The caller provides its types, since the packages may not be installed when the
 * compiler runs.
 */
export function importPackage<Module>(name: string): Promise<Module> {
  return import(name) as Promise<Module>;
}
