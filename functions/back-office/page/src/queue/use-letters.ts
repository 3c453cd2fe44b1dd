import { useState } from 'react';
import type { DeadLetters } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { useAction } from '../loading/use-action.ts';
import { useLoad } from '../loading/use-load.ts';

export type Letters = ReturnType<typeof useLetters>;

/** The dead letters, newest first. */
export function useLetters() {
  const api = useApi();
  const first = useLoad((signal) => api.deadLetters({}, signal), [api]);
  const [further, setFurther] = useState<DeadLetters | null>(null);
  /** Ids of those that were tried again or dropped: a list that was asked for before still has them. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const { run, busy } = useAction();
  const { letters: listed, next } = further ?? first.data ?? { letters: [], next: null };
  const letters = listed.filter(({ id }) => !gone.has(id));
  return {
    letters,
    more: next !== null,
    loading: first.loading || busy,
    error: first.error,
    reload: () => {
      setFurther(null);
      first.reload();
    },
    loadMore: () =>
      void run(async () => {
        const more = await api.deadLetters({ after: next! });
        setFurther({ letters: [...letters, ...more.letters], next: more.next });
      }),
    leaveOut: (id: string) => setGone((before) => new Set([...before, id])),
  };
}
