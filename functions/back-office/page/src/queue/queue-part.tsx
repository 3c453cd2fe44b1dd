import { useState } from 'react';
import type { QueueState, Retried } from '../../../contract.ts';
import { Acting } from '../api/role.ts';
import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useFormat } from '../language/use-format.ts';
import { LoadFailed } from '../loading/load-failed.tsx';
import type { Loaded } from '../loading/use-load.ts';
import { useNotify } from '../loading/use-notify.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { KeyNumber, KeyNumbers } from '../ui/key-number.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const counts = ['followed', 'due', 'waiting', 'running', 'dead_letters'] as const;

interface QueuePartProps {
  of: Loaded<QueueState>;
  /** It is loaded again, and what belongs to it is to be as well. */
  onReload: () => void;
}

/** Counts of the queues, and the retry of all failed jobs. */
export function QueuePart({ of: queue, onReload }: QueuePartProps) {
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
      const answer: Retried = await api.retryDeadLetters(next);
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
