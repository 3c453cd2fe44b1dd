import type { Key } from '../../../../contract.ts';

/** An open dialog about keys. */
export type OpenDialog = { kind: 'create' } | { kind: 'move' | 'note' | 'delete'; key: Key };
