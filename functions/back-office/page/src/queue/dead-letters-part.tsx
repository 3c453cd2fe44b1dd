import { useState } from 'react';
import type { DeadLetter } from '../../../contract.ts';
import { useMayAct } from '../api/role.ts';
import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useAction } from '../loading/use-action.ts';
import { useNotify } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { LoadedTable } from '../shared/loaded-table.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { letterColumns } from './letter-columns.tsx';
import type { Letters } from './use-letters.ts';

/** The domains that some sources have failed for: such failures are no failed jobs. */
const FAILED_SOURCES = 'where=failed>0';

interface DeadLettersPartProps {
  of: Letters;
  /** One was retried or dropped. */
  onChange: () => void;
}

/** The failed jobs one by one, each to be retried or dropped. */
export function DeadLettersPart({ of, onChange }: DeadLettersPartProps) {
  const api = useApi();
  const t = useTranslate();
  const mayAct = useMayAct();
  const { run, busy } = useAction();
  const { succeeded } = useNotify();
  const [dropping, setDropping] = useState<DeadLetter | null>(null);

  function end({ id }: DeadLetter, notice: string) {
    succeeded(notice);
    of.leaveOut(id);
    onChange();
  }
  async function retry(letter: DeadLetter) {
    await api.retryDeadLetter(letter.id);
    end(letter, t('operations.letters.retried'));
  }
  async function drop(letter: DeadLetter) {
    await api.dropDeadLetter(letter.id);
    setDropping(null);
    end(letter, t('operations.letters.dropped'));
  }
  const actions = { busy, retry: (letter: DeadLetter) => void run(() => retry(letter)), drop: setDropping };
  return (
    <>
      <Card title={t('operations.letters.title')} description={t('operations.letters.description')} isFlush>
        <LoadedTable
          of={of}
          label={t('operations.letters.title')}
          keyOf={({ id }) => id}
          empty={t('operations.letters.empty')}
          emptyHint={t('operations.letters.empty_hint')}
          emptyAction={
            <ButtonLink href={hrefOf({ view: 'domains', query: FAILED_SOURCES })}>
              {t('operations.letters.to_domains')}
            </ButtonLink>
          }
          columns={letterColumns({ t, actions: mayAct ? actions : null })}
        />
      </Card>
      {dropping && (
        <ConfirmDialog
          title={t('operations.letters.drop_title')}
          warning={t('operations.letters.drop_warning')}
          submit={t('operations.letters.drop')}
          onConfirm={() => drop(dropping)}
          onClose={() => setDropping(null)}
        />
      )}
    </>
  );
}
