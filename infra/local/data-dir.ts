import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { readPid } from '../pid-file.ts';
import { DatabaseInUse, openDatabase } from './database.ts';
import { BadSetting } from './settings.ts';

export interface DataDir {
  /** Server of the database, which does not listen yet. */
  database: Server;
  /** Removes the claim, after the database was closed. */
  release: () => void;
}

/**
 * Claims a folder for this runner. The lock is the database's own: one process at a time can hold it, and the system
 * releases it when that process ends. The file with the process id is only for people to read.
 *
 * @throws {BadSetting} when another runner holds it
 */
export async function claimDataDir(dir: string): Promise<DataDir> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'runner.pid');
  const database = await openDatabase(join(dir, 'dynamodb')).catch((error: unknown) => {
    if (!(error instanceof DatabaseInUse)) throw error;
    throw new BadSetting(`LOCAL_DATA_DIR: ${dir} is in use by another runner (process ${readPid(file)})`);
  });
  writeFileSync(file, String(process.pid));
  return { database, release: () => rmSync(file, { force: true }) };
}
