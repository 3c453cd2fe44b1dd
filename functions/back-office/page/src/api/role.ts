import { createContext, type ReactNode, useContext } from 'react';
import type { Role } from '../../../contract.ts';

export const RoleContext = createContext<Role>('viewer');

/** Whether who is signed in may change something: the interface refuses it to viewers. */
export function useMayAct(): boolean {
  return useContext(RoleContext) === 'operator';
}

/** What operators act with, which viewers do not see. */
export function Acting({ children }: { children: ReactNode }): ReactNode {
  return useMayAct() ? children : null;
}
