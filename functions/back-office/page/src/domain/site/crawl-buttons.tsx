import { useRef, useState } from 'react';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import type { SiteState, CrawlRequest } from '../../../../contract.ts';
import { Acting } from '../../api/use-api.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useAction, useNotify } from '../../loading/use-notify.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/layout.tsx';
import { Missing } from '../../ui/missing.tsx';
import { Facts, Progress, RelativeTime } from '../../ui/values.tsx';
import { NewWatchDialog } from '../../watches/watch-dialogs.tsx';
import { CrawlSettings } from './crawl-settings.tsx';
import { lastCrawlOf } from './last-crawl.ts';
import { type CrawlSample, speedOf, withSample } from './crawl-speed.ts';

interface CrawlButtonsProps {
  domain: string;
  state: SiteState;
  onStart: (crawl: CrawlRequest) => Promise<void>;
}

/** Starts a crawl: with the settings of the last one, or with others; or crawls at an interval, by a watch. */
export function CrawlButtons({ domain, state, onStart }: CrawlButtonsProps) {
  const { audit, most_pages } = state;
  const t = useTranslate();
  const { run, busy } = useAction();
  const [isOpen, setOpen] = useState(false);
  const [isRepeating, setRepeating] = useState(false);
  const last = lastCrawlOf(state);
  return (
    <Acting>
      <div className="site-buttons ui-row ui-center ui-gap-2">
        <Button variant="quiet" onPress={() => setRepeating(true)}>
          {t('site.crawl_weekly')}
        </Button>
        <Button onPress={() => setOpen(true)}>{t('site.settings')}</Button>
        <Button variant="primary" isBusy={busy} onPress={() => void run(() => onStart(last))}>
          {t(audit === null ? 'site.crawl' : 'site.crawl_again')}
        </Button>
      </div>
      {isRepeating && <NewWatchDialog domains={[domain]} every="week" onClose={() => setRepeating(false)} />}
      {isOpen && (
        <CrawlSettings
          domain={domain}
          last={last}
          most={most_pages}
          submit={t(audit === null ? 'site.crawl' : 'site.crawl_again')}
          onStart={(crawl) => onStart(crawl).then(() => setOpen(false))}
          onClose={() => setOpen(false)}
        />
      )}
    </Acting>
  );
}

interface CrawlProgressProps {
  progress: NonNullable<SiteAnswer['progress']>;
  /** The crawl in progress. */
  crawl: NonNullable<SiteAnswer['last_crawl']>;
  onStop: () => Promise<void>;
}

/** How far a crawl is, how fast it is and how long it will take, and a button that stops it. */
export function CrawlProgress({ progress, crawl, onStop }: CrawlProgressProps) {
  const { status, stop_reason } = crawl;
  const { started_at, updated_at } = progress;
  const t = useTranslate();
  const format = useFormat();
  const { succeeded } = useNotify();
  const [isConfirming, setConfirming] = useState(false);
  const samples = useRef<readonly CrawlSample[]>([]);
  const now = { at: Date.parse(updated_at), fetched: progress.fetched };
  samples.current = withSample(samples.current, now);
  const expected = Math.min(progress.found, progress.limit);
  const isReporting = progress.step === 'reporting';
  const isStopping = stop_reason !== null && !isReporting;
  const speed = speedOf(samples.current) ?? speedOf([{ at: Date.parse(started_at), fetched: 0 }, now]);
  const minutes = speed === null ? null : Math.round((expected - progress.fetched) / speed / 60);

  async function stop() {
    await onStop();
    setConfirming(false);
    succeeded(t('site.stopping'));
  }
  return (
    <Card
      title={isStopping ? t('site.stopping') : t(`site.statuses.${isReporting ? 'reporting' : status}`)}
      actions={
        // Nothing is requested any more while the report is computed.
        !isReporting && (
          <Acting>
            <Button isDisabled={isStopping} onPress={() => setConfirming(true)}>
              {t('site.stop')}
            </Button>
          </Acting>
        )
      }
    >
      <div className="ui-column ui-gap-3">
        <Progress
          label={t('site.progress')}
          percent={expected === 0 ? 0 : Math.floor((100 * progress.fetched) / expected)}
          detail={t('site.progress_of', { fetched: progress.fetched, all: expected })}
        />
        <Facts
          of={[
            ...(isReporting
              ? [{ label: t('site.reporting_since'), value: <RelativeTime time={updated_at} /> }]
              : [
                  {
                    label: t('site.speed'),
                    value:
                      speed === null ? <Missing /> : t('site.pages_per_second', { rate: Math.round(speed * 10) / 10 }),
                  },
                  {
                    label: t('site.remaining'),
                    value: minutes === null ? <Missing /> : t('site.remaining_minutes', { minutes }),
                  },
                ]),
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
