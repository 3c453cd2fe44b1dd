import { useEffect, useMemo, useRef, useState } from 'react';
import type { BatchItem } from '../../../contract.ts';
import { ApiError } from '../api/client.ts';
import { Acting, useApi } from '../api/use-api.ts';
import { saveCsv } from '../browser/save-file.ts';
import { useDescribeError, useFormat, useTranslate } from '../language/use-language.ts';
import { Trouble } from '../loading/loaded.tsx';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { usePolled } from '../loading/use-polled.ts';
import { hrefOf } from '../routing/route.ts';
import { renameView, useQuery, useTitle, type ViewQuery } from '../routing/use-route.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Banner } from '../ui/feedback.tsx';
import { Card, PageHeader, Stack } from '../ui/layout.tsx';
import { Link } from '../ui/link.tsx';
import { Badge, Progress } from '../ui/values.tsx';
import { memory } from './batch-memory.ts';
import {
  cancelParts,
  csvOfParts,
  type Following,
  isOpen,
  lateIn,
  loadPart,
  type Part,
  pollParts,
  secondsLeft,
  totalsOf,
  unseen,
} from './follow-parts.ts';
import { problemsOf, rowError } from './row-metrics.ts';
import { RowsTable } from './rows-table.tsx';
import './batches.css';

/** One list of domains, in as many batches as necessary. */
export function BatchPage({ ids }: { ids: string[] }) {
  const t = useTranslate();
  const format = useFormat();
  const { following, poll, cancel } = useBatch(ids);
  const { parts, trouble, waitSeconds } = following;
  // The ids of the parts: those in the address may be older.
  const view = useQuery(hrefOf({ view: 'batch', ids: parts.map(({ id }) => id) }));
  const items = useMemo(() => parts.flatMap(({ batch }) => batch?.items ?? []), [parts]);
  const retryAt = useMemo(() => (waitSeconds === null ? null : Date.now() + waitSeconds * 1_000), [following]);
  const isLoading = parts.every(({ batch, error }) => batch === null && error === null);
  const { domains } = totalsOf(parts);
  const late = lateIn(following);
  const created = parts.find(({ batch }) => batch !== null)?.batch?.created_at;
  // What could not be loaded is neither running nor finished.
  const isKnown = !isLoading && (parts.some(isOpen) || parts.every(({ batch }) => batch !== null));
  const isGone = parts.every(({ batch, error }) => batch === null && error !== null);
  const title = t('batches.one', { count: domains });
  useTitle(title, t('batches.title'));
  return (
    <>
      <PageHeader
        title={title}
        {...(created && { description: t('batches.started', { time: format.time(created) }) })}
        actions={<BatchActions parts={parts} onPoll={poll} onCancel={cancel} />}
      >
        {isKnown && (
          <Badge tone={parts.some(isOpen) || late > 0 ? 'accent' : 'neutral'}>
            {parts.some(isOpen)
              ? t('batches.is_running')
              : late > 0
                ? t('batches.is_late', { count: late })
                : t('batches.is_finished')}
          </Badge>
        )}
      </PageHeader>
      <Stack>
        <Trouble of={{ error: trouble, retryAt, reload: poll }} />
        <PartErrors parts={parts} />
        {!isGone && (
          <>
            <BatchProgress of={following} />
            <Problems items={items} view={view} />
            <RowsTable items={items} view={view} isLoading={isLoading && trouble === null} />
          </>
        )}
      </Stack>
    </>
  );
}

interface BatchActionsProps {
  parts: readonly Part[];
  onPoll: () => void;
  onCancel: () => Promise<void>;
}

function BatchActions({ parts, onPoll, onCancel }: BatchActionsProps) {
  const api = useApi();
  const t = useTranslate();
  const { run, busy } = useAction();
  const { succeeded } = useNotify();
  const [isConfirming, setConfirming] = useState(false);
  const shown = parts.filter(({ error }) => error === null);
  const isLoaded = shown.length > 0 && shown.every(({ batch }) => batch !== null);

  async function save() {
    const csv = await csvOfParts(parts, { api, memory });
    const day = shown[0]!.batch!.created_at.slice(0, 10);
    saveCsv(`domains-${day}`, csv);
  }
  return (
    <>
      <IconButton icon="reload" label={t('batches.reload')} onPress={onPoll} />
      <Acting>
        {parts.some(isOpen) && <Button onPress={() => setConfirming(true)}>{t('batches.cancel')}</Button>}
      </Acting>
      <Button icon="download" isBusy={busy} isDisabled={!isLoaded} onPress={() => void run(save)}>
        {t('batches.save_csv')}
      </Button>
      <Acting>
        <ButtonLink variant="primary" icon="plus" href={hrefOf({ view: 'batches' })}>
          {t('batches.new')}
        </ButtonLink>
      </Acting>
      {isConfirming && (
        <ConfirmDialog
          title={t('batches.cancel_title')}
          warning={t('batches.cancel_warning')}
          submit={t('batches.cancel_submit')}
          onConfirm={async () => {
            await onCancel();
            succeeded(t('batches.cancelled'));
            setConfirming(false);
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

/** Which of the batches cannot be shown, and why. */
function PartErrors({ parts }: { parts: readonly Part[] }) {
  const t = useTranslate();
  const describe = useDescribeError();
  const missing = parts.filter(({ error }) => error !== null);
  if (missing.length === 0) return null;
  const reasonOf = (error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return t('batches.gone');
    const { header, detail } = describe(error);
    return [header, detail].filter(Boolean).join(' · ');
  };
  return (
    <Banner tone="bad" title={t('batches.missing', { missing: missing.length, count: parts.length })}>
      {[...new Set(missing.map(({ error }) => reasonOf(error)))].map((reason) => (
        <div key={reason}>{reason}</div>
      ))}
    </Banner>
  );
}

const MINUTE = 60;

/** How many rows are settled, how long the others will take, and when they are polled again. */
function BatchProgress({ of }: { of: Following }) {
  const t = useTranslate();
  const format = useFormat();
  const { parts, last, waitSeconds } = of;
  const { domains, pending } = totalsOf(parts);
  const settled = domains - pending;
  const late = lateIn(of);
  const left = secondsLeft(of);
  return (
    <Card>
      <Progress
        label={t('batches.progress')}
        percent={domains === 0 ? 0 : Math.floor((100 * settled) / domains)}
        detail={t('batches.settled', { settled, count: domains })}
      />
      <p className="batch-state ui-bare ui-after-small ui-quiet ui-small">
        {left !== null && <b>{leftText(left)} </b>}
        {stateText()}
        {last !== null && ` ${t('batches.as_of', { time: format.time(new Date(last.at).toISOString()) })}`}
      </p>
    </Card>
  );

  function leftText(seconds: number): string {
    if (seconds < MINUTE) return t('batches.seconds_left', { count: seconds });
    return t('batches.minutes_left', { count: Math.ceil(seconds / MINUTE) });
  }
  function stateText(): string {
    if (pending === 0 && late > 0)
      return t(waitSeconds === null ? 'batches.still_late' : 'batches.late', { count: late });
    if (waitSeconds !== null) return t('batches.polled_in', { count: waitSeconds });
    return last === null || parts.some(isOpen) ? t('batches.loading') : t('batches.finished');
  }
}

/** Why rows failed, each reason with the number of rows and a link to them. */
function Problems({ items, view }: { items: readonly BatchItem[]; view: ViewQuery }) {
  const t = useTranslate();
  const problems = problemsOf(items);
  if (problems.length === 0) return null;
  const count = problems.reduce((sum, problem) => sum + problem.count, 0);
  return (
    <Card title={t('batches.problems', { count })}>
      <ul className="batch-problems ui-list ui-column ui-gap-2">
        {problems.map(({ status, error, count: rows }) => (
          <li key={`${status} ${error.code}`}>
            <Link href={view.hrefWith({ status, reason: error.code })}>
              {t('batches.problem', { count: rows, status: t(`batches.statuses.${status}`) })}
            </Link>
            <span className="batch-reason ui-block">{rowError({ status, error }, t)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/**
 * Follows batches that are shown as one. As soon as the service has stored one, its id is in the address.
 *
 * @param ids of batches and of requests, in order
 * @returns their state, `poll` to poll at once, and `cancel`, which throws {@link ApiError}
 */
function useBatch(ids: string[]) {
  const api = useApi();
  const address = hrefOf({ view: 'batch', ids });
  const [opened, setOpened] = useState(ids);
  const {
    state: following,
    stop,
    restart,
  } = usePolled({
    queryKey: ['batch', 'parts', ...opened],
    first: () => unseen(partsOf(opened)),
    poll: (last, { signal, onChange }) =>
      pollParts(last, { load: (part) => loadPart(part, { api, memory }, signal), onChange, signal, now: Date.now }),
    pollAfter: ({ waitSeconds }) => waitSeconds !== null && waitSeconds * 1_000,
  });
  const { parts, first, last } = following;
  const current = addressOf(parts);
  const before = useRef(current);
  useEffect(() => {
    // Unless another view was opened in the meantime.
    const [view, ...query] = window.location.hash.split('?');
    if (view === before.current && view !== current) renameView([current, ...query].join('?'));
    before.current = current;
  }, [current]);
  useEffect(() => {
    // The address follows the parts: only a different address that was opened leads to others.
    if (address !== before.current) setOpened(ids);
  }, [address]);

  const pollAgain = (again: readonly Part[]) =>
    restart({ ...unseen(again.map((part) => ({ ...part, error: null }))), first, last });
  async function cancel() {
    const { parts: known } = await stop();
    let left = known;
    try {
      left = await cancelParts(known, { api, memory });
    } finally {
      pollAgain(left);
    }
  }
  return { following, poll: () => pollAgain(parts), cancel };
}

const addressOf = (parts: readonly Part[]) => hrefOf({ view: 'batch', ids: parts.map(({ id }) => id) });

function partsOf(ids: string[]): Part[] {
  return ids.map((id) => ({ id, batch: null, lines: memory.requestOf(id)?.domains.length ?? 0, error: null }));
}
