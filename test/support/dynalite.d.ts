/** The internals of dynalite 4 that `in-process-dynamodb.ts` uses. */

declare module 'dynalite/actions/*' {
  import type { Store } from 'dynalite/db/index.js';

  /** Calls back with an output, or an error that has the body of the response. */
  type Action = (store: Store, input: object, answer: (error: Error | null, output: object) => void) => void;
  const action: Action;
  export default action;
}

declare module 'dynalite/validations/index.js' {
  import type { Store } from 'dynalite/db/index.js';

  const validations: {
    checkTypes: (this: void, input: object, types: object) => object;
    checkValidations: (this: void, input: object, types: object, custom: unknown, store: Store) => void;
  };
  export default validations;
}

declare module 'dynalite/validations/*' {
  const validation: { types: object; custom: unknown };
  export default validation;
}

declare module 'dynalite/db/index.js' {
  interface Level {
    iterator(): { all(): Promise<[key: string, value: unknown][]> };
    clear(): Promise<void>;
    batch(operations: { type: 'put'; key: string; value: unknown }[]): Promise<void>;
  }
}
