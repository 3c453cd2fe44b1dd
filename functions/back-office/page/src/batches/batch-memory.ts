import type { NewBatch } from '../../../contract.ts';

/** Batches that were started together and are shown as one. */
export interface Started {
  ids: string[];
  /** In all of them. */
  lines: number;
  /** ISO 8601. */
  started_at: string;
}

export type BatchMemory = ReturnType<typeof createBatchMemory>;

const RECENT = 'back-office.batches';
const MOST_RECENT = 10;
/** Before the id of a batch that the service has not stored, or not yet. */
const ASKED = 'new-';

/**
 * What the browser keeps of batches: the last ones that were started, and the requests of those that the service has not
 * stored, so that they are made, or asked for again, after a reload. A request's id is its idempotency key: a request
 * that is sent twice makes one batch.
 */
export function createBatchMemory(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  /** What the browser has no room for is kept as long as the page is open. */
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
  function remove(name: string) {
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
    const dropped = recent().flatMap(({ ids }) => ids.filter((id) => isAsked(id) && !used.has(id)));
    for (const id of dropped) remove(requestName(id));
    write(RECENT, kept);
  }
  return {
    /** Newest first. */
    recent,
    /**
     * Keeps the requests of batches that are about to be made, and lists them as started.
     *
     * @returns ids of the requests, in order
     */
    start(batches: NewBatch[], now: Date): string[] {
      const ids = batches.map(() => `${ASKED}${crypto.randomUUID()}`);
      for (const [index, id] of ids.entries()) write(requestName(id), batches[index]);
      const lines = batches.reduce((sum, { domains }) => sum + domains.length, 0);
      setRecent([{ ids, lines, started_at: now.toISOString() }, ...recent()]);
      return ids;
    },
    /** The request with an id of {@link start}; `null`: there is none, or not any more. */
    requestOf: (id: string) => (isAsked(id) ? read<NewBatch>(requestName(id)) : null),
    /** Notes that the service has stored the batch of a request, under its own id. */
    setStored(asked: string, id: string) {
      setRecent(recent().map((one) => ({ ...one, ids: one.ids.map((each) => (each === asked ? id : each)) })));
      remove(requestName(asked));
      storedIds.set(asked, id);
    },
    /** The id of a batch, also where a request's is given whose batch is stored by now. */
    currentId: (id: string) => storedIds.get(id) ?? id,
    /** Forgets batches, as if they had not been started. */
    forget(gone: string[]) {
      setRecent(recent().map((one) => ({ ...one, ids: one.ids.filter((id) => !gone.includes(id)) })));
    },
  };
}

/** Whether an id is that of a request, and not of a batch that the service has stored. */
export function isAsked(id: string): boolean {
  return id.startsWith(ASKED);
}
