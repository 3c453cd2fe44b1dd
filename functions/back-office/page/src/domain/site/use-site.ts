import { useCallback, useEffect, useRef, useState } from 'react';
import type { SiteState } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { pause } from '../../loading/pause.ts';
import { type FollowedSite, followSite } from './follow-site.ts';

const UNSEEN: FollowedSite = { state: null, trouble: null, waitSeconds: null };

/**
 * Follows the audit of a site.
 *
 * @returns what is known, `look` to look at once, and `start` and `stop`, which throw {@link ApiError}
 */
export function useSite(domain: string) {
  const api = useApi();
  const [followed, setFollowed] = useState<FollowedSite>(UNSEEN);
  const following = useRef<AbortController>(null);

  const follow = useCallback(
    (state: SiteState | null) => {
      following.current?.abort();
      const { signal } = (following.current = new AbortController());
      setFollowed({ ...UNSEEN, state });
      void followSite(
        { ...UNSEEN, state },
        {
          load: () => api.site(domain, signal),
          pause: (ms) => pause(ms, signal),
          onChange: setFollowed,
          signal,
        },
      );
    },
    [api, domain],
  );
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    follow(null);
    return () => {
      hasLeft.current = true;
      following.current?.abort();
    };
  }, [follow]);

  /** What was changed is looked at again, unless the operator has gone elsewhere meanwhile. */
  const goOn = (state: SiteState) => {
    if (!hasLeft.current) follow(state);
  };
  return {
    followed,
    look: () => follow(followed.state),
    start: async (pages: number) => goOn(await api.crawlSite(domain, { pages, refresh: true })),
    stop: async () => goOn(await api.stopCrawl(domain)),
  };
}
