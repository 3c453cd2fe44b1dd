import { useMemo, useState } from 'react';
import type { KeywordList, KeywordListChange, ListedKeyword } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { saveCsv } from '../browser/save-file.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useList, useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-route.ts';
import { DataTable } from '../shared/data-table.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/layout.tsx';
import { Skeleton } from '../ui/feedback.tsx';
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Menu } from '../ui/menu.tsx';
import { RelativeTime } from '../ui/values.tsx';
import { TextField } from '../ui/fields.tsx';
import { keywordCsv } from './keyword-csv.ts';
import { listColumns } from './keyword-columns.tsx';
import { KeywordTable } from './keyword-table.tsx';

/** The lists of the user. */
export function KeywordListsView() {
  const api = useApi();
  const t = useTranslate();
  const format = useFormat();
  const [isCreating, setCreating] = useState(false);
  const lists = useList(
    () => ['keywordLists'],
    ({ lists: items }) => ({ items, next: null }),
  );
  useTitle(t('keywords.tabs.keyword-lists'), t('keywords.title'));
  return (
    <Card
      title={t('keywords.tabs.keyword-lists')}
      description={t('keywords.lists.description')}
      isFlush
      actions={
        <Button variant="primary" icon="plus" onPress={() => setCreating(true)}>
          {t('keywords.lists.create')}
        </Button>
      }
    >
      <DataTable
        of={lists}
        rows={lists.items}
        label={t('keywords.tabs.keyword-lists')}
        keyOf={({ id }) => id}
        empty={{ title: t('keywords.lists.empty'), hint: t('keywords.lists.empty_hint') }}
        columns={[
          {
            id: 'name',
            header: t('keywords.lists.name'),
            cell: ({ id, name }) => <Link href={hrefOf({ view: 'keyword-list', id })}>{name}</Link>,
          },
          {
            id: 'count',
            header: t('keywords.lists.keywords'),
            cell: ({ count }) => format.number(count),
            align: 'end',
          },
          {
            id: 'changed',
            header: t('keywords.lists.changed'),
            cell: ({ changed_at }) => <RelativeTime time={changed_at} />,
          },
        ]}
      />
      {isCreating && (
        <NameDialog
          title={t('keywords.lists.create')}
          name=""
          onName={async (name) => {
            const { id } = await api.createKeywordList({ name });
            window.location.assign(hrefOf({ view: 'keyword-list', id }));
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </Card>
  );
}

/** One list of keywords. */
export function KeywordListView({ id }: { id: string }) {
  const t = useTranslate();
  const list = useLoad(['keywordList', id]);
  useTitle(...(list.data ? [list.data.name] : []), t('keywords.tabs.keyword-lists'));
  if (list.data) return <List of={list.data} onChanged={list.reload} />;
  return (
    <Card>
      <ShowLoaded of={list} skeleton={<Skeleton height={240} />}>
        {() => null}
      </ShowLoaded>
    </Card>
  );
}

/** Columns of the CSV file. */
const COLUMNS = ['keyword', 'language', 'score', 'search_volume'] as const;

function List({ of, onChanged }: { of: KeywordList; onChanged: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const format = useFormat();
  const { run, busy } = useAction();
  const { succeeded } = useNotify();
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const columns = useMemo(() => listColumns(of.keywords, t), [of.keywords, t]);

  async function changeList(requested: KeywordListChange) {
    await api.changeKeywordList(of.id, requested);
    onChanged();
  }
  async function remove(selected: readonly ListedKeyword[]) {
    await changeList({ remove: selected.map(({ keyword }) => keyword) });
    succeeded(t('keywords.lists.removed', { count: selected.length }));
  }
  function save(chosen: readonly ListedKeyword[]) {
    const rows = chosen.map((keyword) => COLUMNS.map((column) => keyword[column]));
    saveCsv(of.name, keywordCsv({ header: [...COLUMNS], rows }, t));
  }
  return (
    <Card
      title={of.name}
      counter={format.number(of.keywords.length)}
      description={t('keywords.lists.as_added')}
      isFlush
      actions={
        <Menu
          label={t('keywords.lists.actions')}
          actions={[
            { id: 'rename', text: t('keywords.lists.rename'), act: () => setDialog('rename') },
            { id: 'delete', text: t('keywords.lists.delete'), isDanger: true, act: () => setDialog('delete') },
          ]}
        />
      }
    >
      <KeywordTable
        label={of.name}
        columns={columns}
        rows={of.keywords}
        onSave={save}
        actions={(selected, clear) => (
          <Button
            isBusy={busy}
            isDisabled={selected.length === 0}
            onPress={() => void run(() => remove(selected).then(clear))}
          >
            {t('keywords.lists.remove')}
          </Button>
        )}
        empty={{ title: t('keywords.lists.none') }}
      />
      {dialog === 'rename' && (
        <NameDialog
          title={t('keywords.lists.rename')}
          name={of.name}
          onName={async (text) => {
            await changeList({ name: text });
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          isDanger
          title={t('keywords.lists.delete_title')}
          warning={t('keywords.lists.delete_warning', { name: of.name })}
          submit={t('keywords.lists.delete')}
          onConfirm={async () => {
            await api.deleteKeywordList(of.id);
            succeeded(t('keywords.lists.deleted', { name: of.name }));
            window.location.assign(hrefOf({ view: 'keyword-lists' }));
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </Card>
  );
}

interface NameDialogProps {
  /** Of the dialog, and of its button. */
  title: string;
  /** The present name. */
  name: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of a list. */
function NameDialog({ title, name: given, onName, onClose }: NameDialogProps) {
  const t = useTranslate();
  const [name, setName] = useState(given);
  return (
    <FormDialog
      title={title}
      submit={title}
      isDisabled={name.trim() === ''}
      onSubmit={() => onName(name)}
      onClose={onClose}
    >
      <TextField name="name" label={t('keywords.lists.name')} value={name} onChange={setName} autoFocus />
    </FormDialog>
  );
}
