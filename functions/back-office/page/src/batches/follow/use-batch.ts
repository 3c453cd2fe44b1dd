import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { pause } from '../../loading/pause.ts';
import { hrefOf } from '../../routing/route.ts';
import { memory } from '../memory.ts';
import { cancelParts } from './cancel-parts.ts';
import { type Following, followParts, unseen } from './follow-parts.ts';
import { loadPart } from './load-part.ts';
import type { Part } from './part.ts';

/**
 * Follows batches that are shown as one. As soon as the service has stored one, its id stands in the address.
 *
 * @param ids of batches and of requests, in order
 * @returns how far they are, `look` to look at once, and `cancel`, which throws {@link ApiError}
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
        // Unless somebody has just gone elsewhere.
        if (window.location.hash === before) window.history.replaceState(null, '', addressOf(changed.parts));
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
    // The address follows the parts: it only leads to others where somebody has changed it.
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

  function lookAt(parts: readonly Part[]) {
    const again = parts.map((part) => ({ ...part, error: null }));
    follow({ ...unseen(again), lookedAt: latest.current.lookedAt });
  }
  async function cancel() {
    leaving.current?.abort();
    let { parts } = latest.current;
    try {
      parts = await cancelParts(parts, { api, memory });
    } finally {
      if (!hasLeft.current) lookAt(parts);
    }
  }
  return { following, look: () => lookAt(latest.current.parts), cancel };
}

const addressOf = (parts: readonly Part[]) => hrefOf({ view: 'batch', ids: parts.map(({ id }) => id) });

function partsOf(ids: string[]): Part[] {
  return ids.map((id) => ({ id, batch: null, lines: memory.requestOf(id)?.domains.length ?? 0, error: null }));
}
