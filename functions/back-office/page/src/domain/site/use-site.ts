import { useQueryClient } from '@tanstack/react-query';
import type { CrawlRequest, SiteState } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { reloadQuery } from '../../loading/query-client.ts';
import { useLoad } from '../../loading/use-load.ts';
import { hasCredentials } from '../../shared/has-credentials.ts';
import { hrefWith } from '../../routing/use-route.ts';

/** Time between two requests for a crawl, whatever delay the service suggests: an operator is waiting. */
const MAX_WAIT_SECONDS = 3;
const MIN_WAIT_SECONDS = 2;
/** Time if the service suggests this or more: a large crawl takes hours. */
const LONG_WAIT_SECONDS = 10;

/** Returns milliseconds until a site is requested again; `false`: no crawl is in progress. */
export function pollAfter(state: SiteState | undefined): number | false {
  const requested = state?.audit?.poll_after_seconds ?? null;
  if (requested === null) return false;
  if (requested >= LONG_WAIT_SECONDS) return 1_000 * LONG_WAIT_SECONDS;
  return 1_000 * Math.min(MAX_WAIT_SECONDS, Math.max(MIN_WAIT_SECONDS, requested));
}

/**
 * Follows the audit of a site.
 *
 * @returns what is known, and `start` and `stop`, which throw {@link ApiError}
 */
export function useSite(domain: string) {
  const api = useApi();
  const client = useQueryClient();
  const request = ['site', domain, {}] as const;
  const of = useLoad(request, { isQuiet: true, pollAfter });
  function show(changed: SiteState) {
    client.setQueryData(request, changed);
    void reloadQuery(client, request);
  }
  return {
    of,
    start: async (crawl: CrawlRequest) => {
      const started = await api.crawlSite(domain, { ...crawl, refresh: true });
      if (!isPrivate(started)) return show(started);
      // It is not the audit, nor shown with it.
      void reloadQuery(client, ['siteCrawls', domain]);
      const view = { view: 'domain', domain, tab: 'site.overview' } as const;
      window.location.hash = hrefWith(view, { crawl: started.audit!.crawl_id });
    },
    stop: async () => {
      const stopped = await api.stopCrawl(domain);
      if (isPrivate(stopped)) await client.invalidateQueries({ queryKey: ['site', domain] });
      else show(stopped);
    },
  };
}

const isPrivate = ({ audit }: SiteState) => audit !== null && hasCredentials(audit.options);

/** What is known of the audit of a site, and the actions on it. */
export type Site = ReturnType<typeof useSite>;
