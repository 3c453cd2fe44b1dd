import { type ReactNode, useEffect, useState } from 'react';
import { useDescribeError, useTranslate } from '../language/use-language.ts';
import { Banner, EmptyState, Skeleton } from '../ui/feedback.tsx';
import { Button } from '../ui/button.tsx';
import { ApiError, mayPass } from '../api/client.ts';
import { isUnreachable } from './query-client.ts';
import type { Loaded } from './use-load.ts';
import './loading.css';

interface ShowLoadedProps<Data> {
  of: Loaded<Data>;
  /** In place of the default shape while it is loading. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows the loaded data, or that it is loading or has failed. */
export function ShowLoaded<Data>({ of, skeleton, children }: ShowLoadedProps<Data>) {
  if (of.data !== null) return children(of.data);
  if (of.error !== null) return <LoadFailed error={of.error} onRetry={of.reload} retryAt={of.retryAt} />;
  return <Loading>{skeleton ?? <PartShape />}</Loading>;
}

/** Shapes in place of content that is loading, announced to screen readers. */
export function Loading({ children }: { children: ReactNode }) {
  const t = useTranslate();
  return (
    <div className="ui-column ui-gap-4" role="status" aria-label={t('ui.loading')}>
      {children}
    </div>
  );
}

/** The shape of a part of a view. */
function PartShape() {
  return (
    <>
      <Skeleton height={20} />
      <Skeleton height={20} />
      <Skeleton height={20} />
    </>
  );
}

/** The shape of a view: its heading, its numbers, its content. */
export function ViewShape() {
  return (
    <Loading>
      <div className="loading-shape__title">
        <Skeleton height={30} />
      </div>
      <NumbersShape />
      <Skeleton height={280} />
    </Loading>
  );
}

/** The shape of key numbers. */
function NumbersShape() {
  return (
    <div className="loading-shape__numbers ui-grid ui-gap-4">
      <Skeleton height={98} />
      <Skeleton height={98} />
      <Skeleton height={98} />
      <Skeleton height={98} />
    </div>
  );
}

interface LoadFailedProps {
  error: unknown;
  onRetry: () => void;
  /** Time of the next automatic attempt, in milliseconds since the epoch. */
  retryAt?: number | null;
}

/** Shown in place of data that could not be loaded. */
export function LoadFailed({ error, onRetry, retryAt = null }: LoadFailedProps) {
  const t = useTranslate();
  const { header, detail } = useDescribeError()(error);
  // A button below the statement that trying again would not help would contradict it.
  const mayHelp = !(error instanceof ApiError) || mayPass(error);
  return (
    <div role="alert">
      <EmptyState
        icon="error"
        title={header}
        action={mayHelp && <Button onPress={onRetry}>{t('loading.retry')}</Button>}
      >
        {detail} <NextAttempt error={error} at={retryAt} />
      </EmptyState>
    </div>
  );
}

/** Above data of which the last reload failed: why, and when it is tried again. */
export function NotUpdated({ of: { data, error, loading, retryAt, reload } }: { of: Loaded<unknown> }) {
  const t = useTranslate();
  const describe = useDescribeError();
  if (data === null || error === null) return null;
  return (
    <Banner
      tone="warn"
      title={t('loading.not_updated', { reason: describe(error).header })}
      action={
        <Button isBusy={loading} onPress={reload}>
          {t('loading.retry')}
        </Button>
      }
    >
      {t('loading.kept')} <NextAttempt error={error} at={retryAt} />
    </Banner>
  );
}

/** Counts down to the next attempt. Screen readers do not announce each second. */
function NextAttempt({ error, at }: { error: unknown; at: number | null }) {
  const t = useTranslate();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [at]);
  if (at === null) return isUnreachable(error) && !navigator.onLine ? t('loading.retry_online') : null;
  const seconds = Math.ceil((at - now) / 1_000);
  return (
    <span role="timer" aria-live="off">
      {seconds > 0 ? t('loading.retry_in', { seconds }) : t('loading.retry_now')}
    </span>
  );
}

/** States that the last poll failed, and that the work continues nevertheless. */
export function Trouble({
  of: { error, retryAt, reload },
}: {
  of: Pick<Loaded<unknown>, 'error' | 'retryAt' | 'reload'>;
}) {
  const t = useTranslate();
  const describe = useDescribeError();
  if (error === null) return null;
  const { header, detail } = describe(error);
  return (
    <Banner tone="warn" title={header} action={<Button onPress={reload}>{t('loading.retry')}</Button>}>
      {t('loading.nothing_lost')} <NextAttempt error={error} at={retryAt} />
      {detail && <div>{detail}</div>}
    </Banner>
  );
}
