import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../api/use-api.ts';
import { pause } from '../loading/retry.ts';
import { hrefOf } from '../routing/route.ts';
import { memory } from './batch-memory.ts';
import { type Following, followParts, type Part, unseen } from './follow-parts.ts';
import { cancelParts, loadPart } from './load-part.ts';

/**
 * Follows batches that are shown as one. As soon as the service has stored one, its id is in the address.
 *
 * @param ids of batches and of requests, in order
 * @returns their state, `poll` to poll at once, and `cancel`, which throws {@link ApiError}
 */
export function useBatch(ids: string[]) {
  const api = useApi();
  const [following, setFollowing] = useState<Following>(() => unseen(partsOf(ids)));
  const latest = useRef(following);
  const leaving = useRef<AbortController>(null);

  const follow = useCallback(
    (start: Following) => {
      leaving.current?.abort();
      const { signal } = (leaving.current = new AbortController());
      const onChange = (changed: Following) => {
        const before = addressOf(latest.current.parts);
        latest.current = changed;
        setFollowing(changed);
        // Unless another view was opened in the meantime.
        const [view, ...query] = window.location.hash.split('?');
        if (view === before) window.history.replaceState(null, '', [addressOf(changed.parts), ...query].join('?'));
      };
      onChange(start);
      void followParts(start, {
        load: (part) => loadPart(part, { api, memory }, signal),
        pause: (ms) => pause(ms, signal),
        onChange,
        signal,
        now: Date.now,
      });
    },
    [api],
  );
  const address = hrefOf({ view: 'batch', ids });
  useEffect(() => {
    // The address follows the parts: only a different address that was opened leads to others.
    if (leaving.current === null || addressOf(latest.current.parts) !== address) follow(unseen(partsOf(ids)));
  }, [address, follow]);
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
      leaving.current?.abort();
    };
  }, []);

  function pollAgain(parts: readonly Part[]) {
    const again = parts.map((part) => ({ ...part, error: null }));
    follow({ ...unseen(again), first: latest.current.first, last: latest.current.last });
  }
  async function cancel() {
    leaving.current?.abort();
    let { parts } = latest.current;
    try {
      parts = await cancelParts(parts, { api, memory });
    } finally {
      if (!hasLeft.current) pollAgain(parts);
    }
  }
  return { following, poll: () => pollAgain(latest.current.parts), cancel };
}

const addressOf = (parts: readonly Part[]) => hrefOf({ view: 'batch', ids: parts.map(({ id }) => id) });

function partsOf(ids: string[]): Part[] {
  return ids.map((id) => ({ id, batch: null, lines: memory.requestOf(id)?.domains.length ?? 0, error: null }));
}
