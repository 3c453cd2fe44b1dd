import { useRef, useState } from 'react';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import type { SiteProof, SiteState, CrawlRequest } from '../../../../contract.ts';
import { PAGES_WITHOUT_PROOF } from '../../../../../core/crawls/page-limits.ts';
import { Acting } from '../../api/use-api.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { useAction, useNotify } from '../../loading/use-notify.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, FormDialog } from '../../ui/dialog.tsx';
import { Checkbox, Segments, TextField } from '../../ui/fields.tsx';
import { Card, leastWidth } from '../../ui/layout.tsx';
import { Missing } from '../../ui/missing.tsx';
import { CopyText, Facts, Progress, RelativeTime } from '../../ui/values.tsx';
import { lastCrawlOf } from './last-crawl.ts';
import { type CrawlSample, speedOf, withSample } from './crawl-speed.ts';

const MAX_DEPTH = 100;
/** Requests per second that can be chosen; all but the first need a proof of control. */
const RATES = ['1', '2', '5', '10'] as const;

interface CrawlButtonsProps {
  domain: string;
  state: SiteState;
  onStart: (crawl: CrawlRequest) => Promise<void>;
}

/** Starts a crawl: with the settings of the last one, or with others. */
export function CrawlButtons({ domain, state, onStart }: CrawlButtonsProps) {
  const { audit, most_pages } = state;
  const t = useTranslate();
  const { run, busy } = useAction();
  const [isOpen, setOpen] = useState(false);
  const last = lastCrawlOf(state);
  return (
    <Acting>
      <div className="site-buttons ui-row ui-center ui-gap-2">
        <Button onPress={() => setOpen(true)}>{t('site.settings')}</Button>
        <Button variant="primary" isBusy={busy} onPress={() => void run(() => onStart(last))}>
          {t(audit === null ? 'site.crawl' : 'site.crawl_again')}
        </Button>
      </div>
      {isOpen && (
        <SettingsDialog
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

interface SettingsDialogProps {
  domain: string;
  last: CrawlRequest;
  most: number;
  submit: string;
  onStart: (crawl: CrawlRequest) => Promise<void>;
  onClose: () => void;
}

/** All settings of a crawl. */
function SettingsDialog({ domain, last: { pages, settings }, most, submit, onStart, onClose }: SettingsDialogProps) {
  const t = useTranslate();
  const [limit, setLimit] = useState(String(pages));
  const [include, setInclude] = useState(settings?.include?.join('\n') ?? '');
  const [exclude, setExclude] = useState(settings?.exclude?.join('\n') ?? '');
  const [depth, setDepth] = useState(settings?.depth == null ? '' : String(settings.depth));
  const [external, setExternal] = useState(settings?.external ?? false);
  const [resources, setResources] = useState(settings?.resources ?? false);
  const [rate, setRate] = useState(String(settings?.rate ?? RATES[0]));
  const isLimitWrong = !isWholeNumber(limit, 1, most);
  const isDepthWrong = depth.trim() !== '' && !isWholeNumber(depth, 0, MAX_DEPTH);
  const start = () =>
    onStart({
      pages: Number(limit),
      settings: {
        include: linesOf(include),
        exclude: linesOf(exclude),
        depth: depth.trim() === '' ? null : Number(depth),
        external,
        resources,
        rate: Number(rate),
      },
    });
  return (
    <FormDialog
      title={t('site.settings.title')}
      submit={submit}
      isDisabled={isLimitWrong || isDepthWrong}
      onSubmit={start}
      onClose={onClose}
    >
      <div className="ui-grid ui-gap-3" style={leastWidth(180)}>
        <TextField
          name="pages"
          label={t('site.settings.pages')}
          value={limit}
          onChange={setLimit}
          hint={
            !isLimitWrong &&
            (most > PAGES_WITHOUT_PROOF
              ? t('site.settings.pages_proof_hint', { most, free: PAGES_WITHOUT_PROOF })
              : t('site.settings.pages_hint', { most }))
          }
          error={isLimitWrong ? t('site.settings.pages_hint', { most }) : undefined}
        />
        <TextField
          name="settings.depth"
          label={t('site.settings.depth')}
          value={depth}
          onChange={setDepth}
          hint={!isDepthWrong && t('site.settings.depth_hint')}
          error={isDepthWrong ? t('site.settings.depth_hint') : undefined}
        />
      </div>
      <TextField
        name="settings.include"
        label={t('site.settings.include')}
        value={include}
        onChange={setInclude}
        rows={2}
        hint={t('site.settings.patterns_hint')}
      />
      <TextField
        name="settings.exclude"
        label={t('site.settings.exclude')}
        value={exclude}
        onChange={setExclude}
        rows={2}
      />
      <div className="ui-column ui-gap-1">
        <Checkbox isSelected={external} onChange={setExternal}>
          {t('site.settings.external')}
        </Checkbox>
        <Checkbox isSelected={resources} onChange={setResources}>
          {t('site.settings.resources')}
        </Checkbox>
      </div>
      <div className="ui-column ui-top ui-gap-1">
        <span className="ui-small ui-medium" aria-hidden="true">
          {t('site.settings.rate')}
        </span>
        <Segments
          label={t('site.settings.rate')}
          options={RATES.map((id) => ({ id, text: id }))}
          value={rate}
          onChange={setRate}
        />
      </div>
      {(rate !== RATES[0] || Number(limit) > PAGES_WITHOUT_PROOF) && <Proof domain={domain} />}
    </FormDialog>
  );
}

/** Whether control of the domain is proved, and how to prove it. */
function Proof({ domain }: { domain: string }) {
  const loaded = useLoad(['siteProof', domain]);
  return (
    <ShowLoaded of={loaded}>
      {(proof) => <KnownProof domain={domain} of={proof} isBusy={loaded.loading} onCheck={loaded.reload} />}
    </ShowLoaded>
  );
}

interface KnownProofProps {
  domain: string;
  of: SiteProof;
  isBusy: boolean;
  onCheck: () => void;
}

function KnownProof({ domain, of: { token, proof, expires_at }, isBusy, onCheck }: KnownProofProps) {
  const t = useTranslate();
  const format = useFormat();
  const [wasChecked, setChecked] = useState(false);
  if (proof === 'file')
    return <p className="ui-bare ui-good">{t('site.proof.valid', { time: format.time(expires_at!) })}</p>;
  return (
    <div className="ui-column ui-gap-3">
      <p className="ui-bare">{t('site.proof', { domain })}</p>
      <CopyText title={t('site.proof.token')} button={t('site.proof.copy')}>
        {token}
      </CopyText>
      <div className="ui-row ui-center ui-gap-2 ui-between">
        <span role="status">{wasChecked && !isBusy && t('site.proof.missing')}</span>
        <Button
          isBusy={isBusy}
          onPress={() => {
            setChecked(true);
            onCheck();
          }}
        >
          {t('site.proof.check')}
        </Button>
      </div>
    </div>
  );
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);

const isWholeNumber = (text: string, least: number, most: number) =>
  /^\d{1,9}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

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
