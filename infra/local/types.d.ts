declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface DynaliteOptions {
    path?: string;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
    /** Ours, of `index-lag.ts`: all options are handed on to the inside. */
    indexLag?: unknown;
  }
  export default function dynalite(options?: DynaliteOptions): Server;
}

/** What `index-lag.ts` needs of the inside of dynalite 4. */
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
    /** -1: none. */
    limit: number;
  }
  export interface Store {
    options: { indexLag?: unknown };
    getIndexDb(type: string, table: string, index: string): { createValueStream(range: KeyRange): Readable };
  }

  type MaybeItem = Item | null | undefined;
  interface IndexEntry {
    index: string;
    key: string;
  }
  const db: {
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

  /** A store of its own, forgotten with the process. */
  export function createMemoryAdapter(): AdapterFactory;
}
