import type { ReactNode } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { LoadFailed } from './load-failed.tsx';
import type { Loaded } from './use-load.ts';

/** Shows the loaded data, or that it is loading or has failed. */
export function ShowLoaded<Data>({ of, children }: { of: Loaded<Data>; children: (data: Data) => ReactNode }) {
  if (of.data !== null) return children(of.data);
  if (of.error !== null) return <LoadFailed error={of.error} onRetry={of.reload} />;
  return <Spinner />;
}
