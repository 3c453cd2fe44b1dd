import { useList } from '../loading/use-load.ts';

/** Loads all domains, page after page, in the order of their names. After a failure, the earlier pages stay. */
export function useDomainList() {
  const { items: domains, ...list } = useList(
    (after) => ['domains', { ...(after && { after }) }],
    ({ domains: items, next }) => ({ items, next }),
    { isWhole: true },
  );
  return { domains, ...list };
}
