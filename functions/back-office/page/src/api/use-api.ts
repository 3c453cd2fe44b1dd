import { createContext, useContext } from 'react';
import type { Api } from './api.ts';

export const ApiContext = createContext<Api | null>(null);

/** The API, called as the operator who is signed in. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('Nobody is signed in');
  return api;
}
