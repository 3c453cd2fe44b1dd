import { createBatchMemory } from './batch-memory.ts';

/** The memory of this browser. */
export const memory = createBatchMemory(window.localStorage);
