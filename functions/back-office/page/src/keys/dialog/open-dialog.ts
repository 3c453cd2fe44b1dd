import type { Key } from '../../../../contract.ts';

/** A dialog about keys that is open. */
export type OpenDialog = { kind: 'create' } | { kind: 'move' | 'note' | 'delete'; key: Key };
