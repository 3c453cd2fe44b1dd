import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import dynalite from 'dynalite';
import db, { type Level } from 'dynalite/db/index.js';
import type { IndexLag } from './index-lag.ts';
import { isDiskFull } from './disk-full.ts';

/** Enough for what the database writes when it is opened again, and for some more writes. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

/** Thrown when another process has the database open. */
export class DatabaseInUse extends Error {
  readonly code = 'database_in_use';
}

/** The embedded DynamoDB. */
export interface Database {
  server: Server;
  /**
   * Waits until the server can take a request.
   *
   * @returns a function to call after the response
   * @throws {DatabaseFailure} when the request writes, and the disk is full
   */
  admit: (isWrite: boolean) => Promise<() => void>;
}

/** An error of the embedded database, returned to the client as DynamoDB returns its internal errors, not thrown. */
export class DatabaseFailure extends Error {
  readonly statusCode = 500;
  readonly body: { __type: string; message: string };

  constructor(cause: Error) {
    const message = isDiskFull(cause) ? 'The disk is full' : `The database failed: ${cause.message}`;
    super(message, { cause });
    this.body = { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message };
  }
}

/**
 * Opens the embedded database. After a failed write (a full disk, no file descriptor left) it still answers reads. It
 * is opened again before the next write, as soon as the disk has free space: an incomplete record must not remain at
 * the end of its log, and after some failures it rejects all writes until it is opened again.
 *
 * @param path folder of the data; in memory without one
 * @param log takes one line of JSON when writing begins to fail, and when it works again
 * @throws {DatabaseInUse}
 */
export async function openDatabase(
  path: string | undefined,
  indexLag: IndexLag,
  log: (line: string) => void = console.error,
): Promise<Database> {
  const inUse = new Set<object>();
  let level!: Level;
  let failure: DatabaseFailure | null = null;
  let reopening: Promise<void> | null = null;
  let onUnused = () => {};

  const onWriteFailure = (error: DatabaseFailure) => {
    if (!failure) log(JSON.stringify({ level: 'ERROR', message: 'nothing can be stored', reason: error.message }));
    failure = error;
  };
  const server = dynalite({
    ...(path && { path }),
    ...{ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 },
    indexLag,
    onStore: (store) => (level = returnErrors(store.db, onWriteFailure)),
  });
  await level.open().catch((error: Error & { cause?: NodeJS.ErrnoException }) => {
    throw error.cause?.code === 'LEVEL_LOCKED' ? new DatabaseInUse() : (error.cause ?? error);
  });

  async function reopen() {
    if (inUse.size > 0) await new Promise<void>((resolve) => (onUnused = resolve));
    // The database's own method; dynalite's closes it permanently.
    await (Object.getPrototypeOf(level) as Level).close.call(level);
    await level.open();
    failure = null;
    log(JSON.stringify({ level: 'INFO', message: 'data can be stored again' }));
  }

  return {
    server,
    async admit(isWrite) {
      if (reopening) await reopening.catch(() => {});
      if (failure && (isWrite || level.status !== 'open')) {
        if (level.status === 'open' && !hasFreeSpace(path!)) throw failure;
        await (reopening ??= reopen().finally(() => (reopening = null))).catch((error: Error) => {
          throw new DatabaseFailure((error.cause as Error | undefined) ?? error);
        });
      }
      const use = {};
      inUse.add(use);
      return () => {
        if (inUse.delete(use) && inUse.size === 0) onUnused();
      };
    },
  };
}

function hasFreeSpace(path: string): boolean {
  const probe = join(path, 'probe');
  try {
    const { bavail, bsize } = statfsSync(path);
    if (bavail * bsize < MIN_FREE_BYTES) return false;
    writeFileSync(probe, 'x');
    rmSync(probe);
    return true;
  } catch {
    return false;
  }
}

// The embedded database calls this through its module object, with the options that it was started with.
const { create } = db;
db.create = (options) => {
  const store = create(options);
  options.onStore?.(store);
  return store;
};

/** Gives each failure an HTTP status: dynalite throws errors without one, which would end the process. */
function returnErrors(level: Level, onWriteFailure: (error: DatabaseFailure) => void): Level {
  // dynalite has replaced all of these by functions with a callback as their last parameter.
  const { put, get, del, batch } = level;
  const [keys, values] = [level.keys.bind(level), level.values.bind(level)];
  type Done = (error: Error | null, value?: unknown) => void;
  const read =
    (done: Done): Done =>
    (error, value) =>
      done(error && error.name !== 'NotFoundError' ? new DatabaseFailure(error) : error, value);
  const write =
    (done: Done): Done =>
    (error) => {
      if (!error) return done(null);
      const failure = new DatabaseFailure(error);
      onWriteFailure(failure);
      done(failure);
    };
  const iterate = (iterator: ReturnType<Level['keys']>) => {
    const next = iterator.next.bind(iterator);
    return Object.assign(iterator, {
      next: () =>
        next().catch((error: Error) => {
          throw new DatabaseFailure(error);
        }),
    });
  };
  return Object.assign(level, {
    get: (key: string, done: Done) => get(key, read(done)),
    put: (key: string, value: unknown, done: Done) => put(key, value, write(done)),
    del: (key: string, done: Done) => del(key, write(done)),
    batch: (operations: unknown[], done: Done) => batch(operations, write(done)),
    keys: (options: unknown) => iterate(keys(options)),
    values: (options: unknown) => iterate(values(options)),
  });
}
