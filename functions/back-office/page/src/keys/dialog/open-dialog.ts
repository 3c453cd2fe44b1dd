import type { Key } from '../../../../contract.ts';
import type { KeyAction } from '../key-menu.tsx';

/** An open dialog about keys. */
export type OpenDialog = { kind: 'create' } | { kind: Exclude<KeyAction, 'switch'>; key: Key };
