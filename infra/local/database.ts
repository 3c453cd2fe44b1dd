import type { Server } from 'node:http';
import dynalite from 'dynalite';
import db, { type Level } from 'dynalite/db/index.js';

/** Thrown when another process has the database open. */
export class DatabaseInUse extends Error {
  readonly code = 'database_in_use';
}

/**
 * Opens the embedded database. A failed write, on a full disk for instance, ends the process: dynalite throws it. What
 * was stored before is there at the next start.
 *
 * @param path folder of the data; in memory without one
 * @returns its server, which does not listen yet
 * @throws {DatabaseInUse}
 */
export async function openDatabase(path?: string): Promise<Server> {
  let level!: Level;
  const server = dynalite({
    ...(path && { path }),
    ...{ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 },
    onStore: (store) => (level = store.db),
  });
  await level.open().catch((error: Error & { cause?: NodeJS.ErrnoException }) => {
    throw error.cause?.code === 'LEVEL_LOCKED' ? new DatabaseInUse() : (error.cause ?? error);
  });
  return server;
}

// The embedded database calls this through its module object. Only its store knows that the folder is locked: its server
// reports an unrelated error at the first request.
const { create } = db;
db.create = (options) => {
  const store = create(options);
  options.onStore?.(store);
  return store;
};
