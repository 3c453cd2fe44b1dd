import { useRef } from 'react';
import { Acting, useMayAct } from '../api/use-api.ts';
import { useTranslate } from '../language/use-language.ts';
import { LoadFailed, ViewShape } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-route.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/layout.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { Link } from '../ui/link.tsx';
import { Badge, RelativeTime } from '../ui/values.tsx';
import { joinedFetches } from './batch-list.ts';
import { memory } from './batch-memory.ts';
import { BatchPage } from './batch-page.tsx';
import './batches.css';
import { StartForm } from './start-form.tsx';

/**
 * Starts batches and leads to the last ones, or shows those with the given ids. Both are one module: what was started has
 * to be shown without a connection too.
 *
 * @param ids of batches that are shown as one; `null`: none
 */
export default function BatchesPage({ ids }: { ids: string[] | null }) {
  return ids === null ? <Batches /> : <BatchPage ids={ids} />;
}

function Batches() {
  const t = useTranslate();
  useTitle(t('batches.title'));
  const form = useRef<HTMLDivElement>(null);
  return (
    <>
      <PageHeader title={t('batches.title')} description={t('batches.description')} />
      <div className="batches-columns">
        <Acting>
          <div ref={form}>
            <StartForm />
          </div>
        </Acting>
        <RecentBatches onStart={() => form.current?.querySelector('textarea')?.focus()} />
      </div>
    </>
  );
}

/** Polled while one of them is in progress. */
const POLL_MS = 5_000;

/** The last batches of all operators, and what only this browser remembers; without any, the way to the first. */
function RecentBatches({ onStart }: { onStart: () => void }) {
  const t = useTranslate();
  const mayAct = useMayAct();
  const stored = useLoad(['batches'], {
    isQuiet: true,
    pollAfter: (data) => data?.batches.some(({ stage }) => stage !== null) === true && POLL_MS,
  });
  const recent = joinedFetches(stored.data?.batches ?? [], memory.recent());
  return (
    <Card title={t('batches.recent')}>
      {stored.error !== null && <LoadFailed error={stored.error} onRetry={stored.reload} />}
      {recent.length === 0 && stored.error !== null ? null : recent.length === 0 && stored.loading ? (
        <ViewShape />
      ) : recent.length === 0 ? (
        <EmptyState
          icon="batches"
          title={t('batches.no_recent')}
          action={
            mayAct ? (
              <Button onPress={onStart}>{t('batches.enter_domains')}</Button>
            ) : (
              <ButtonLink href={hrefOf({ view: 'domains' })}>{t('batches.to_domains')}</ButtonLink>
            )
          }
        >
          {t('batches.no_recent_hint')}
        </EmptyState>
      ) : (
        <ul className="ui-list ui-column ui-gap-2">
          {recent.map(({ ids, lines, started_at, state }) => (
            <li key={ids.join()} className="ui-line ui-center ui-between ui-gap-3">
              <Link href={hrefOf({ view: 'batch', ids })}>{t('batches.domains', { count: lines })}</Link>
              <span className="ui-row ui-center ui-gap-2 ui-quiet ui-small">
                {state && <Badge tone="accent">{t(`batches.states.${state}`)}</Badge>}
                <RelativeTime time={started_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
