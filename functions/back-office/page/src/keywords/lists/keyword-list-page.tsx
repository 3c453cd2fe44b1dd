import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { KeywordList, KeywordListChange, ListedKeyword } from '../../../../contract.ts';
import { csvText } from '../../../../../core/platform/text/csv-text.ts';
import { useApi } from '../../api/use-api.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useAction } from '../../loading/use-action.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useNotify } from '../../loading/use-notify.ts';
import { hrefOf } from '../../routing/route.ts';
import { useTitle } from '../../routing/use-title.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { DataTable } from '../../shared/data-table.tsx';
import { KeywordLink } from '../shared/keyword-link.tsx';
import { CopyKeywords } from '../shared/selected-keywords.tsx';
import { NOTHING } from '../../shared/nothing.ts';
import { NameDialog } from './name-dialog.tsx';

/** A list of keywords. */
export default function KeywordListPage({ id }: { id: string }) {
  const api = useApi();
  const { lists: text } = useKeywordsText();
  const list = useLoad((signal) => api.keywordList(id, signal), [api, id]);
  useTitle(...(list.data ? [list.data.name] : []), text.title);
  return <ShowLoaded of={list}>{(data) => <List of={data} onChanged={list.reload} />}</ShowLoaded>;
}

const COLUMNS = ['keyword', 'language', 'score', 'search_volume'] as const;

function List({ of, onChanged }: { of: KeywordList; onChanged: () => void }) {
  const api = useApi();
  const text = useKeywordsText();
  const format = useFormat();
  const { run, busy } = useAction();
  const { succeeded } = useNotify();
  const [selected, setSelected] = useState<ListedKeyword[]>([]);
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const { columns, lists } = text;
  const shown = selected.length > 0 ? selected : of.keywords;
  const figure = (value: number | null) => (value === null ? NOTHING : format.number(value));

  async function change(wanted: KeywordListChange) {
    await api.changeKeywordList(of.id, wanted);
    setSelected([]);
    onChanged();
  }
  async function remove() {
    await change({ remove: selected.map(({ keyword }) => keyword) });
    succeeded(lists.removed(format.number(selected.length)));
  }
  function save() {
    const rows = shown.map((keyword) => COLUMNS.map((name) => keyword[name]));
    saveFile(`${of.name}.csv`, `\uFEFF${csvText({ header: [...COLUMNS], rows })}`, 'text/csv');
  }
  return (
    <>
      <DataTable
        wrapLines
        trackBy="keyword"
        items={of.keywords}
        empty={lists.none}
        selectionType="multi"
        selectedItems={selected}
        onSelectionChange={({ detail }) => setSelected(detail.selectedItems)}
        ariaLabels={{
          tableLabel: of.name,
          selectionGroupLabel: of.name,
          allItemsSelectionLabel: () => text.select_all,
          itemSelectionLabel: (_, { keyword }) => text.select_row(keyword),
        }}
        header={
          <Header
            variant="h1"
            counter={`(${format.number(of.keywords.length)})`}
            description={lists.as_added}
            actions={
              <SpaceBetween direction="horizontal" size="xs">
                <Button iconName="download" disabled={of.keywords.length === 0} onClick={save}>
                  {text.save_csv}
                </Button>
                <CopyKeywords keywords={shown} />
                <Button disabled={selected.length === 0} loading={busy} onClick={() => void run(remove)}>
                  {lists.remove}
                </Button>
                <Button onClick={() => setDialog('rename')}>{lists.rename}</Button>
                <Button onClick={() => setDialog('delete')}>{lists.delete}</Button>
              </SpaceBetween>
            }
          >
            {of.name}
          </Header>
        }
        columnDefinitions={[
          {
            id: 'keyword',
            header: columns.keyword,
            isRowHeader: true,
            cell: ({ keyword, language }) => <KeywordLink keyword={keyword} language={language ?? ''} />,
          },
          { id: 'score', header: columns.score, cell: ({ score }) => figure(score) },
          { id: 'volume', header: columns.volume, cell: ({ search_volume }) => figure(search_volume) },
        ]}
      />
      {dialog === 'rename' && (
        <NameDialog
          title={lists.rename}
          name={of.name}
          onName={async (name) => {
            await change({ name });
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={lists.delete_title}
          warning={lists.delete_warning(of.name)}
          submit={lists.delete}
          onConfirm={async () => {
            await api.deleteKeywordList(of.id);
            succeeded(lists.deleted(of.name));
            window.location.assign(hrefOf({ view: 'keyword-lists' }));
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
