import type { NewBatch } from '../../../contract.ts';

/** Batches that were started together and are shown as one. */
export interface Started {
  ids: string[];
  /** Number of rows in all of them. */
  lines: number;
  /** ISO 8601. */
  started_at: string;
}

export type BatchMemory = ReturnType<typeof createBatchMemory>;

const RECENT = 'back-office.batches';
const MOST_RECENT = 10;
/** Prefix of the id of a batch that the service has not stored, or not yet. */
const REQUESTED = 'new-';

/**
 * What the browser keeps of batches: the last ones that were started, and the requests of those that the service has not
 * stored, so that they are created, or requested again, after a reload. The id of a request is its idempotency key: a
 * request that is sent twice creates one batch.
 */
export function createBatchMemory(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  /** What does not fit into the storage is kept while the page is open. */
  const unstored = new Map<string, string>();
  /** Ids of batches that were stored since the page was opened, by the ids of their requests. */
  const storedIds = new Map<string, string>();
  const requestName = (id: string) => `back-office.batch.${id}`;

  function write(name: string, value: unknown) {
    const text = JSON.stringify(value);
    try {
      storage.setItem(name, text);
      unstored.delete(name);
    } catch {
      unstored.set(name, text);
    }
  }
  function read<Value>(name: string): Value | null {
    try {
      return JSON.parse(unstored.get(name) ?? storage.getItem(name) ?? 'null') as Value | null;
    } catch {
      return null;
    }
  }
  function removeItem(name: string) {
    unstored.delete(name);
    storage.removeItem(name);
  }
  function recent(): Started[] {
    const stored = read<Started[]>(RECENT);
    return Array.isArray(stored) ? stored : [];
  }
  function setRecent(started: Started[]) {
    const kept = started.filter(({ ids }) => ids.length > 0).slice(0, MOST_RECENT);
    const used = new Set(kept.flatMap(({ ids }) => ids));
    const dropped = recent().flatMap(({ ids }) => ids.filter((id) => isRequested(id) && !used.has(id)));
    for (const id of dropped) removeItem(requestName(id));
    write(RECENT, kept);
  }
  return {
    /** Newest first. */
    recent,
    /**
     * Keeps the requests of batches that are about to be created, and lists them as started.
     *
     * @returns ids of the requests, in order
     */
    start(batches: NewBatch[], now: Date): string[] {
      const ids = batches.map(() => `${REQUESTED}${crypto.randomUUID()}`);
      for (const [index, id] of ids.entries()) write(requestName(id), batches[index]);
      const lines = batches.reduce((sum, { domains }) => sum + domains.length, 0);
      setRecent([{ ids, lines, started_at: now.toISOString() }, ...recent()]);
      return ids;
    },
    /** The request with an id of {@link start}; `null`: there is none, or it was removed. */
    requestOf: (id: string) => (isRequested(id) ? read<NewBatch>(requestName(id)) : null),
    /** Records that the service has stored the batch of a request, under its own id. */
    setStored(requested: string, id: string) {
      setRecent(recent().map((one) => ({ ...one, ids: one.ids.map((each) => (each === requested ? id : each)) })));
      removeItem(requestName(requested));
      storedIds.set(requested, id);
    },
    /** The id of a batch, also for the id of a request whose batch was stored since. */
    currentId: (id: string) => storedIds.get(id) ?? id,
    /** Removes batches, as if they had not been started. */
    remove(gone: string[]) {
      setRecent(recent().map((one) => ({ ...one, ids: one.ids.filter((id) => !gone.includes(id)) })));
    },
  };
}

/** Whether an id is that of a request, and not of a batch that the service has stored. */
export function isRequested(id: string): boolean {
  return id.startsWith(REQUESTED);
}

/** The memory of this browser. Its storage is accessed on use only: tests have none. */
export const memory = createBatchMemory({
  getItem: (name) => window.localStorage.getItem(name),
  setItem: (name, value) => window.localStorage.setItem(name, value),
  removeItem: (name) => window.localStorage.removeItem(name),
});
