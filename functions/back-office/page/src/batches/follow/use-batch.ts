import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { hrefOf } from '../../routing/route.ts';
import { memory } from '../memory.ts';
import { cancelParts } from './cancel-parts.ts';
import { type Following, followParts } from './follow-parts.ts';
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
  const [following, setFollowing] = useState<Following>(() => startOf(partsOf(ids)));
  const latest = useRef(following);
  const leaving = useRef<AbortController>(null);

  const follow = useCallback(
    (parts: readonly Part[]) => {
      leaving.current?.abort();
      const { signal } = (leaving.current = new AbortController());
      const onChange = (changed: Following) => {
        latest.current = changed;
        setFollowing(changed);
        window.history.replaceState(null, '', addressOf(changed.parts));
      };
      onChange({ ...startOf(parts), lookedAt: latest.current.lookedAt });
      void followParts(parts, {
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
    if (leaving.current === null || addressOf(latest.current.parts) !== address) follow(partsOf(ids));
  }, [address, follow]);
  useEffect(() => () => leaving.current?.abort(), []);

  async function cancel() {
    leaving.current?.abort();
    let { parts } = latest.current;
    try {
      parts = await cancelParts(parts, { api, memory });
    } finally {
      follow(parts);
    }
  }
  return { following, look: () => follow(latest.current.parts), cancel };
}

const startOf = (parts: readonly Part[]): Following => ({ parts, trouble: null, lookedAt: null, waitSeconds: null });
const addressOf = (parts: readonly Part[]) => hrefOf({ view: 'batch', ids: parts.map(({ id }) => id) });

function partsOf(ids: string[]): Part[] {
  return ids.map((id) => ({ id, batch: null, lines: memory.requestOf(id)?.domains.length ?? 0, error: null }));
}

/** @throws when `signal` is aborted */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
