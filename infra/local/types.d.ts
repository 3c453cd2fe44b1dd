declare module 'dynalite' {
  import type { Server } from 'node:http';
  import type { Store } from 'dynalite/db/index.js';

  interface DynaliteOptions {
    path?: string;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
    /** Our own, for `aws/dynamodb.ts`: dynalite passes all options to its store. */
    onStore?: (store: Store) => void;
  }
  export default function dynalite(options?: DynaliteOptions): Server;
}

/** The internals of dynalite 4 that `aws/dynamodb.ts` uses. */
declare module 'dynalite/db/index.js' {
  export interface LevelIterator {
    next(): Promise<unknown>;
    close(): Promise<void>;
    /** Called by dynalite, which expects an iterator of JavaScript. */
    return?(): Promise<void>;
  }
  export interface Level {
    open(): Promise<void>;
    keys(options?: object): LevelIterator;
    values(options?: object): LevelIterator;
  }
  export interface Store {
    db: Level;
  }

  const db: {
    create: (this: void, options: { onStore?: (store: Store) => void }) => Store;
  };
  export default db;
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';

  /** Creates a separate store, which exists until the process ends. */
  export function createMemoryAdapter(): AdapterFactory;
}
