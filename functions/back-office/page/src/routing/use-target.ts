import { useEffect } from 'react';
import { useQuery } from './use-query.ts';

/**
 * Scrolls to the element that the address names, and moves the focus to it: with `source=crux`, to that with the id
 * `source-crux`.
 *
 * @param name of the parameter
 * @returns its value; `null`: the address has none
 */
export function useTarget(name: string): string | null {
  const { params } = useQuery();
  const target = params.get(name);
  useEffect(() => {
    const element = target === null ? null : document.getElementById(`${name}-${target}`);
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  }, [name, target]);
  return target;
}
