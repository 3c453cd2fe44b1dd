import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CrawlStart, PlannedCrawl } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { translateMessage } from '../language/messages.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { LoadFailed, Loading } from '../loading/loaded.tsx';
import { useList, useReload } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Skeleton } from '../ui/feedback.tsx';
import { Facts, Progress } from '../ui/values.tsx';

/** The service's limit of one call. */
const SITES_PER_CALL = 5;

/** Crawls all followed sites, once the number of sites and pages is confirmed, and states what happened to each. */
export function CrawlAllDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const reload = useReload();
  const {
    first,
    items: sites,
    loading,
    error,
    reload: retry,
  } = useList(
    (after) => ['followedCrawls', { ...(after && { after }) }],
    ({ sites: items, next }) => ({ items, next }),
    { isWhole: true, isOnlyThis: true },
  );
  const client = useQueryClient();
  // What was planned once must not be shown for a later crawl.
  useEffect(() => () => client.removeQueries({ queryKey: ['followedCrawls'] }), [client]);
  const crawled = sites.filter(({ in_progress }) => !in_progress);
  const run = useStarts();
  const isBegun = run.begun > 0;
  const begin = () => void run.start(crawled).finally(() => reload('domains', 'site', 'journal'));
  const footer = (
    <>
      <Button variant="quiet" onPress={onClose}>
        {t(isBegun ? 'ui.close' : 'ui.cancel')}
      </Button>
      {(!isBegun || run.error !== null) && (
        <Button
          variant="primary"
          isBusy={run.isBusy}
          isDisabled={loading || error !== null || crawled.length === 0}
          onPress={begin}
        >
          {t(isBegun ? 'crawl_all.continue' : 'crawl_all.start', {
            count: (isBegun ? run.begun : crawled.length) - run.outcomes.length,
          })}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={t('crawl_all.title')} isKept onClose={onClose} footer={footer}>
      <div className="ui-column ui-gap-4">
        {error !== null && <LoadFailed error={error} onRetry={retry} />}
        {loading && (
          <Loading>
            <Skeleton height={80} />
          </Loading>
        )}
        {!loading && first && !isBegun && <Plan sites={sites} crawled={crawled} most={first.max_in_progress} />}
        {isBegun && <Outcomes of={run.outcomes} all={run.begun} isBusy={run.isBusy} />}
        <FormError of={run.error} />
      </div>
    </Dialog>
  );
}

/**
 * Starts crawls in parts, one after the other. After a failure it continues with those that have no outcome; when the
 * dialog is closed, it ends after the part that is requested.
 */
function useStarts() {
  const api = useApi();
  const [planned, setPlanned] = useState<readonly PlannedCrawl[]>([]);
  const [outcomes, setOutcomes] = useState<readonly CrawlStart[]>([]);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const { mutateAsync, isPending, error } = useMutation({
    async mutationFn(sites: readonly PlannedCrawl[]) {
      setPlanned(sites);
      const done = [...outcomes];
      while (done.length < sites.length && !isClosed.current) {
        const part = sites.slice(done.length, done.length + SITES_PER_CALL);
        const answer = await api.startFollowedCrawls({ sites: part.map(({ domain, pages }) => ({ domain, pages })) });
        done.push(...answer.sites);
        setOutcomes([...done]);
      }
    },
  });
  /** The first call states the sites; another one continues with them. */
  const start = (sites: readonly PlannedCrawl[]) =>
    mutateAsync(planned.length > 0 ? planned : sites).catch(() => undefined);
  return { start, outcomes, begun: planned.length, isBusy: isPending, error };
}

interface PlanProps {
  sites: readonly PlannedCrawl[];
  /** Those without a crawl in progress. */
  crawled: readonly PlannedCrawl[];
  /** Crawls in progress at a time. */
  most: number;
}

/** What the crawls will request at most. */
function Plan({ sites, crawled, most }: PlanProps) {
  const t = useTranslate();
  const format = useFormat();
  if (sites.length === 0) return <p className="ui-bare">{t('crawl_all.none')}</p>;
  const pages = crawled.reduce((sum, site) => sum + site.pages, 0);
  return (
    <>
      <Facts
        of={[
          { label: t('crawl_all.sites'), value: format.number(crawled.length) },
          { label: t('crawl_all.pages'), value: format.number(pages) },
          { label: t('crawl_all.in_progress'), value: format.number(sites.length - crawled.length) },
        ]}
      />
      <p className="ui-bare">{t('crawl_all.explanation', { most })}</p>
    </>
  );
}

/** What happened to each site so far. */
function Outcomes({ of, all, isBusy }: { of: readonly CrawlStart[]; all: number; isBusy: boolean }) {
  const t = useTranslate();
  const started = of.filter(({ refused }) => refused === null).length;
  const why = ({ code, message }: NonNullable<CrawlStart['refused']>) => {
    const key = `crawl_all.reasons.${code}`;
    return t.has(key) ? t(key) : translateMessage(`errors.codes.${code}`, { message, values: {} }, t);
  };
  return (
    <>
      {isBusy ? (
        <Progress
          label={t('crawl_all.progress')}
          percent={all === 0 ? 0 : Math.floor((100 * of.length) / all)}
          detail={t('crawl_all.progress_of', { done: of.length, all })}
        />
      ) : (
        <p className="ui-bare" role="status">
          {t('crawl_all.done', { started, refused: of.length - started, open: all - of.length })}
        </p>
      )}
      <ul className="ui-list ui-column ui-gap-2">
        {of.map(({ domain, refused }) => (
          <li key={domain} className="ui-row ui-baseline ui-gap-2">
            <Icon name={refused ? 'error' : 'success'} tone={refused ? 'bad' : 'good'} />
            <Link href={hrefOf({ view: 'domain', domain, tab: 'site' })}>{domain}</Link>
            <span className="ui-quiet">{refused ? why(refused) : t('crawl_all.started')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
