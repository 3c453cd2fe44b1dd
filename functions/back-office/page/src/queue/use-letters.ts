import { useState } from 'react';
import { useApi } from '../api/use-api.ts';
import { useList } from '../loading/use-list.ts';

export type Letters = ReturnType<typeof useLetters>;

/** The dead letters, newest first. */
export function useLetters() {
  const api = useApi();
  const list = useList(
    async (after, signal) => {
      const { letters: items, next } = await api.deadLetters(after === null ? {} : { after }, signal);
      return { items, next };
    },
    [api],
  );
  /** Ids of those that were tried again or dropped: a list that was asked for before still has them. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  return {
    ...list,
    items: list.items.filter(({ id }) => !gone.has(id)),
    leaveOut: (id: string) => setGone((before) => new Set([...before, id])),
  };
}
