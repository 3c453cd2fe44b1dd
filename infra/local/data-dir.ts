import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, readPid } from '../pid-file.ts';
import { BadSetting } from './settings.ts';

/**
 * Claims a folder for this runner: the embedded database is for one process at a time.
 *
 * @returns gives the folder back
 * @throws {BadSetting} where another runner that is alive holds it
 */
export function claimDataDir(dir: string): () => void {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'runner.pid');
  const holder = readPid(file);
  if (holder && holder !== process.pid && isAlive(holder)) {
    throw new BadSetting(`LOCAL_DATA_DIR: ${dir} is in use by another runner (process ${holder})`);
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}
