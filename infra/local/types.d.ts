declare module 'dynalite' {
  import type { Server } from 'node:http';
  import type { Store } from 'dynalite/db/index.js';

  interface DynaliteOptions {
    path?: string;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
    /** Our own, for `index-lag.ts`: dynalite passes all options to its store. */
    indexLag?: unknown;
    /** Our own, for `database.ts`. */
    onStore?: (store: Store) => void;
  }
  export default function dynalite(options?: DynaliteOptions): Server;
}

/** What `index-lag.ts` and `database.ts` need of the internals of dynalite 4. */
declare module 'dynalite/db/index.js' {
  import type { Readable } from 'node:stream';

  export type Item = Record<string, unknown>;

  interface Index {
    IndexName: string;
    KeySchema: { AttributeName: string }[];
  }
  export interface Table {
    TableName: string;
    GlobalSecondaryIndexes?: Index[];
  }

  export interface KeyRange {
    gt?: string;
    gte?: string;
    lt?: string;
    lte?: string;
    reverse?: boolean;
    /** -1: no limit. */
    limit: number;
  }
  type Done = (error: Error | null, value?: unknown) => void;
  type Iterate = (options: unknown) => { next(): Promise<unknown> };
  /** The store's database, with the methods that dynalite replaces by ones with a callback. */
  export interface Level {
    status: string;
    open(): Promise<void>;
    close(): Promise<void>;
    get: (this: void, key: string, done: Done) => void;
    put: (this: void, key: string, value: unknown, done: Done) => void;
    del: (this: void, key: string, done: Done) => void;
    batch: (this: void, operations: unknown[], done: Done) => void;
    keys: Iterate;
    values: Iterate;
  }
  export interface Store {
    db: Level;
    options: { indexLag?: unknown };
    getIndexDb(type: string, table: string, index: string): { createValueStream(range: KeyRange): Readable };
  }

  type MaybeItem = Item | null | undefined;
  interface IndexEntry {
    index: string;
    key: string;
  }
  const db: {
    create: (this: void, options: { onStore?: (store: Store) => void }) => Store;
    createIndexKey(item: Item, table: Table, keySchema: Index['KeySchema']): string;
    getIndexActions(
      indexes: Index[],
      before: MaybeItem,
      after: MaybeItem,
      table: Table,
    ): { puts: (IndexEntry & { item: Item })[]; deletes: IndexEntry[] };
    updateIndexes: (store: Store, table: Table, before: MaybeItem, after: MaybeItem, done: unknown) => void;
    queryTable: (
      store: Store,
      table: Table,
      query: { IndexName?: string },
      range: KeyRange,
      isLocal: boolean | undefined,
      ...rest: unknown[]
    ) => void;
  };
  export default db;
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';

  /** A separate store, lost when the process ends. */
  export function createMemoryAdapter(): AdapterFactory;
}
