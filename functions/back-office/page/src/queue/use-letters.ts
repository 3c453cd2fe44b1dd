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
  const { run, busy } = useAction();
  const { letters, next } = further ?? first.data ?? { letters: [], next: null };
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
    /** What was tried again or dropped is not shown any more. */
    leaveOut: (id: string) => setFurther({ letters: letters.filter((letter) => letter.id !== id), next }),
  };
}
