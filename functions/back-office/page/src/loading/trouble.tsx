import { useTranslate } from '../language/use-translate.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useDescribeError } from './describe-error.ts';

interface TroubleProps {
  error: unknown;
  /** Seconds after which it is tried again; `null`: it is being tried. */
  waitSeconds: number | null;
  onRetry: () => void;
}

/** States that the last request failed, and that the work continues nevertheless. */
export function Trouble({ error, waitSeconds, onRetry }: TroubleProps) {
  const t = useTranslate();
  const { header, detail } = useDescribeError()(error);
  return (
    <Banner tone="warn" title={header} action={<Button onPress={onRetry}>{t('loading.retry')}</Button>}>
      {t('loading.nothing_lost')} {waitSeconds !== null && t('loading.retry_in', { seconds: waitSeconds })}
      {detail && <div>{detail}</div>}
    </Banner>
  );
}
