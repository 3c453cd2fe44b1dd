import { useRef, useState } from 'react';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { Acting } from '../../api/use-api.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useNotify } from '../../loading/use-notify.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { Facts, Progress, RelativeTime } from '../../ui/values.tsx';
import { type CrawlSample, speedOf, withSample } from './follow-site.ts';

interface CrawlProgressProps {
  of: SiteAnswer;
  onStop: () => Promise<void>;
}

/** How far a crawl is, how fast it is and how long it will take, and a button that stops it. */
export function CrawlProgress({ of, onStop }: CrawlProgressProps) {
  const { status, stop_reason, started_at, updated_at, progress } = of;
  const t = useTranslate();
  const format = useFormat();
  const { succeeded } = useNotify();
  const [isConfirming, setConfirming] = useState(false);
  const samples = useRef<readonly CrawlSample[]>([]);
  const now = { at: Date.parse(updated_at), fetched: progress.fetched };
  samples.current = withSample(samples.current, now);
  const expected = Math.min(progress.found, progress.limit);
  const isStopping = stop_reason !== null;
  const speed = speedOf(samples.current) ?? speedOf([{ at: Date.parse(started_at), fetched: 0 }, now]);
  const minutes = speed === null ? null : Math.round((expected - progress.fetched) / speed / 60);

  async function stop() {
    await onStop();
    setConfirming(false);
    succeeded(t('site.stopping'));
  }
  return (
    <Card
      title={isStopping ? t('site.stopping') : t(`site.statuses.${status}`)}
      actions={
        <Acting>
          <Button isDisabled={isStopping} onPress={() => setConfirming(true)}>
            {t('site.stop')}
          </Button>
        </Acting>
      }
    >
      <div className="site-progress">
        <Progress
          label={t('site.progress')}
          percent={expected === 0 ? 0 : Math.floor((100 * progress.fetched) / expected)}
          detail={t('site.progress_of', { fetched: progress.fetched, all: expected })}
        />
        <Facts
          of={[
            {
              label: t('site.speed'),
              value: speed === null ? '–' : t('site.pages_per_second', { rate: Math.round(speed * 10) / 10 }),
            },
            {
              label: t('site.remaining'),
              value: minutes === null ? '–' : t('site.remaining_minutes', { minutes }),
            },
            { label: t('site.found'), value: format.number(progress.found) },
            { label: t('site.limit'), value: format.number(progress.limit) },
            { label: t('site.started'), value: <RelativeTime time={started_at} /> },
          ]}
        />
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('site.stop_title')}
          warning={t('site.stop_warning')}
          submit={t('site.stop')}
          onConfirm={stop}
          onClose={() => setConfirming(false)}
        />
      )}
    </Card>
  );
}
