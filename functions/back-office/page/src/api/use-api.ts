import { createContext, type ReactNode, useContext } from 'react';
import type { Role } from '../../../contract.ts';
import type { Api } from './api.ts';

export const ApiContext = createContext<Api | null>(null);

/** The API, called as the operator who is signed in. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('No user is signed in');
  return api;
}

export const RoleContext = createContext<Role>('viewer');

/** Whether who is signed in may change something: the interface refuses it to viewers. */
export function useMayAct(): boolean {
  return useContext(RoleContext) === 'operator';
}

/** What operators act with, which viewers do not see. */
export function Acting({ children }: { children: ReactNode }): ReactNode {
  return useMayAct() ? children : null;
}
