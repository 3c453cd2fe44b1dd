import { useEffect, useState } from 'react';
import { useTranslate } from '../language/use-translate.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useDescribeError } from './describe-error.ts';
import { isUnreachable, type Loaded } from './use-load.ts';

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
  return (
    <div role="alert">
      <EmptyState icon="error" title={header} action={<Button onPress={onRetry}>{t('loading.retry')}</Button>}>
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
      {t('loading.kept')} <NextAttempt error={error} at={retryAt ?? null} />
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
