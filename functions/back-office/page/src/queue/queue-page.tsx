import { useState } from 'react';
import type { QueueState, Retried } from '../../../contract.ts';
import { Acting, useApi } from '../api/use-api.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { LoadFailed } from '../loading/loaded.tsx';
import { type Loaded, useLoad } from '../loading/use-load.ts';
import { useNotify } from '../loading/use-notify.ts';
import { useTitle } from '../routing/use-route.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { KeyNumber, KeyNumbers } from '../ui/values.tsx';
import { PageHeader, Stack } from '../ui/layout.tsx';
import { CostsPart } from './costs.tsx';
import { DeadLettersPart, useLetters } from './dead-letters.tsx';

/** The state of the queues, the failed jobs, and the costs. */
export default function QueuePage() {
  const t = useTranslate();
  useTitle(t('navigation.queue'));
  const queue = useLoad(['queue']);
  const letters = useLetters();
  return (
    <Stack>
      <QueuePart of={queue} onReload={letters.reload} />
      <DeadLettersPart of={letters} onChange={queue.reload} />
      <CostsPart />
    </Stack>
  );
}

const counts = ['followed', 'due', 'waiting', 'running', 'dead_letters'] as const;

interface QueuePartProps {
  of: Loaded<QueueState>;
  /** It is loaded again, and what belongs to it is to be as well. */
  onReload: () => void;
}

/** Counts of the queues, and the retry of all failed jobs. */
function QueuePart({ of: queue, onReload }: QueuePartProps) {
  const api = useApi();
  const format = useFormat();
  const { succeeded } = useNotify();
  const [confirming, setConfirming] = useState(false);
  const t = useTranslate();

  function reload() {
    queue.reload();
    onReload();
  }
  async function retry() {
    let next: string | null = null;
    let count = 0;
    do {
      const answer: Retried = await api.retryDeadLetters(next === null ? undefined : { before: next });
      count += answer.moved;
      ({ next } = answer);
    } while (next !== null);
    succeeded(t('operations.queue.retried', { count }));
    setConfirming(false);
    reload();
  }
  function valueOf(name: (typeof counts)[number], state: QueueState) {
    const count = format.number(state[name]);
    return name === 'dead_letters' && state.more_dead_letters ? t('operations.at_least', { count }) : count;
  }
  return (
    <div>
      <PageHeader
        title={t('operations.queue.title')}
        description={t('operations.queue.description')}
        actions={
          <>
            <IconButton icon="reload" label={t('common.reload')} onPress={reload} />
            <Acting>
              <Button isDisabled={!queue.data?.dead_letters} onPress={() => setConfirming(true)}>
                {t('operations.queue.retry')}
              </Button>
            </Acting>
          </>
        }
      />
      {queue.error !== null && queue.data === null ? (
        <LoadFailed error={queue.error} onRetry={queue.reload} />
      ) : (
        <KeyNumbers>
          {counts.map((name) => (
            <KeyNumber
              key={name}
              label={t(`operations.counts.${name}`)}
              value={queue.data ? valueOf(name, queue.data) : '…'}
            />
          ))}
        </KeyNumbers>
      )}
      {confirming && (
        <ConfirmDialog
          title={t('operations.queue.retry_title')}
          warning={t('operations.queue.retry_warning')}
          submit={t('operations.queue.retry')}
          onConfirm={retry}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  );
}
