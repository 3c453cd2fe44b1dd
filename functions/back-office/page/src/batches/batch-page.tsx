import { useMemo, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { Acting, useApi } from '../api/use-api.ts';
import { saveFile } from '../browser/save-file.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useAction, useDescribeError, useNotify } from '../loading/use-notify.ts';
import { Trouble } from '../loading/loaded.tsx';
import { hrefOf } from '../routing/route.ts';
import { useQuery, useTitle } from '../routing/use-route.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { PageHeader, Stack } from '../ui/page-header.tsx';
import { BatchProgress, Problems } from './batch-progress.tsx';
import { memory } from './batch-memory.ts';
import './batches.css';
import { isOpen, type Part, totalsOf } from './follow-parts.ts';
import { csvOfParts } from './load-part.ts';
import { RowsTable } from './rows-table.tsx';
import { useBatch } from './use-batch.ts';

/** One list of domains, in as many batches as necessary. */
export function BatchPage({ ids }: { ids: string[] }) {
  const t = useTranslate();
  const format = useFormat();
  const { following, poll, cancel } = useBatch(ids);
  const { parts, trouble, waitSeconds } = following;
  // The ids of the parts: those in the address may be older.
  const view = useQuery(hrefOf({ view: 'batch', ids: parts.map(({ id }) => id) }));
  const items = useMemo(() => parts.flatMap(({ batch }) => batch?.items ?? []), [parts]);
  const isLoading = parts.every(({ batch, error }) => batch === null && error === null);
  const { domains } = totalsOf(parts);
  const created = parts.find(({ batch }) => batch !== null)?.batch?.created_at;
  const title = t('batches.one', { count: domains });
  useTitle(title, t('batches.title'));
  return (
    <>
      <PageHeader
        title={title}
        {...(created && { description: t('batches.started', { time: format.time(created) }) })}
        actions={<BatchActions parts={parts} onPoll={poll} onCancel={cancel} />}
      >
        {!isLoading && (
          <Badge tone={parts.some(isOpen) ? 'accent' : 'neutral'}>
            {t(parts.some(isOpen) ? 'batches.is_running' : 'batches.is_finished')}
          </Badge>
        )}
      </PageHeader>
      <Stack>
        {trouble !== null && <Trouble error={trouble} waitSeconds={waitSeconds} onRetry={poll} />}
        <PartErrors parts={parts} />
        <BatchProgress of={following} />
        <Problems items={items} view={view} />
        <RowsTable items={items} view={view} isLoading={isLoading && trouble === null} />
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
    // Without a byte order mark, spreadsheets expect the encoding of the system.
    saveFile(`domains-${day}.csv`, `\uFEFF${csv}`, 'text/csv');
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
