import { useState } from 'react';
import type { Key } from '../../../contract.ts';
import { Acting } from '../api/use-api.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useLoad } from '../loading/use-load.ts';
import { useTitle } from '../routing/use-route.ts';
import { DataTable } from '../shared/data-table.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/layout.tsx';
import { SearchField } from '../ui/fields.tsx';
import { KeyDialog, useKeyActions } from './key-actions.tsx';
import type { OpenDialog } from './key-dialogs.tsx';
import { keyColumns } from './key-columns.tsx';
import './keys.css';

/** Rows that are drawn at first, and with each press of the button below them. */
const ROWS = 50;

/** All keys, and the actions for them. */
export default function KeysPage() {
  const t = useTranslate();
  useTitle(t('keys.title'));
  const format = useFormat();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [search, setSearch] = useState('');
  const keys = useLoad(['keys']);
  const { act } = useKeyActions({ onDone: keys.reload, onDialog: setDialog });
  const found = (keys.data?.keys ?? []).filter((key) => matches(key, search));

  function closeDialog() {
    setDialog(null);
    keys.reload();
  }
  return (
    <>
      <PageHeader
        title={t('keys.title')}
        description={t('keys.description')}
        actions={
          <>
            <IconButton icon="reload" label={t('common.reload')} onPress={keys.reload} />
            <Acting>
              <Button variant="primary" icon="plus" onPress={() => setDialog({ kind: 'create' })}>
                {t('keys.create')}
              </Button>
            </Acting>
          </>
        }
      />
      <Card isFlush>
        <div className="keys__filter">
          <SearchField label={t('common.search')} value={search} onChange={setSearch} />
        </div>
        <DataTable
          of={keys}
          label={t('keys.title')}
          columns={keyColumns({ t, format, onAction: act })}
          rows={found}
          keyOf={({ id }) => id}
          step={ROWS}
          empty={{ icon: 'keys', title: t(search === '' ? 'keys.empty' : 'common.no_matches') }}
        />
      </Card>
      <KeyDialog open={dialog} onClose={closeDialog} />
    </>
  );
}

function matches({ name, note, plan, owner }: Key, search: string): boolean {
  const asked = search.trim().toLowerCase();
  return [name, note, plan ?? '', owner].some((value) => value.toLowerCase().includes(asked));
}
