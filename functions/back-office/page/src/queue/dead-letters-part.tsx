import Header from '@cloudscape-design/components/header';
import { useState } from 'react';
import type { DeadLetter } from '../../../contract.ts';
import { useMayAct } from '../api/role.ts';
import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useText } from '../language/use-language.ts';
import { useAction } from '../loading/use-action.ts';
import { useNotify } from '../loading/use-notify.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { letterColumns } from './letter-columns.tsx';
import type { Letters } from './use-letters.ts';
import { ListTable } from '../shared/list-table.tsx';

interface DeadLettersPartProps {
  of: Letters;
  /** One was tried again or dropped. */
  onChange: () => void;
}

/** The dead letters one by one, each to be tried again or dropped. */
export function DeadLettersPart({ of, onChange }: DeadLettersPartProps) {
  const api = useApi();
  const text = useText();
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
      <ListTable
        of={of}
        header={
          <Header variant="h2" description={t('operations.letters.description')}>
            {t('operations.letters.title')}
          </Header>
        }
        ariaLabels={{ tableLabel: t('operations.letters.title') }}
        trackBy="id"
        empty={t('operations.letters.empty')}
        columnDefinitions={letterColumns({ text, t, actions: mayAct ? actions : null })}
      />
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
