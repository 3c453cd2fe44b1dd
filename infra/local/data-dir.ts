import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPid } from '../pid-file.ts';
import { type Database, DatabaseInUse, openDatabase } from './database.ts';
import type { IndexLag } from './index-lag.ts';
import { BadSetting } from './settings.ts';

export interface DataDir {
  database: Database;
  /** Gives the folder back, once the database is closed. */
  release: () => void;
}

/**
 * Claims a folder for this runner. The database's own lock decides: it is for one process at a time, and the system
 * releases it with the process that holds it. The file with the process's number only tells people who that is.
 *
 * @throws {BadSetting} where another runner holds it
 */
export async function claimDataDir(dir: string, indexLag: IndexLag): Promise<DataDir> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'runner.pid');
  const database = await openDatabase(join(dir, 'dynamodb'), indexLag).catch((error: unknown) => {
    if (!(error instanceof DatabaseInUse)) throw error;
    throw new BadSetting(`LOCAL_DATA_DIR: ${dir} is in use by another runner (process ${readPid(file)})`);
  });
  writeFileSync(file, String(process.pid));
  return { database, release: () => rmSync(file, { force: true }) };
}
