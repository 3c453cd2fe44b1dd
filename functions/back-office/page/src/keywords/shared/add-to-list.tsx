import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import type { ListedKeyword } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useNotify } from '../../loading/use-notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';

const NEW = '';

/** Asks which list keywords are added to: one that is there, or a new one. */
export function AddToList({ keywords, onClose }: { keywords: ListedKeyword[]; onClose: () => void }) {
  const api = useApi();
  const { lists: text } = useKeywordsText();
  const format = useFormat();
  const { succeeded } = useNotify();
  const lists = useLoad((signal) => api.keywordLists(signal), [api]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const options = [
    ...(lists.data?.lists ?? []).map((list) => ({ value: list.id, label: list.name })),
    { value: NEW, label: text.new_list },
  ];
  // Nothing is offered before it is known which lists there are: a field would go while somebody writes into it. The list
  // that was changed last is the one that somebody is working on.
  const isLoading = lists.loading && lists.data === null;
  const id = isLoading ? null : (chosen ?? options[0]!.value);
  const count = format.number(keywords.length);

  async function add() {
    if (id === null) return;
    const list =
      id === NEW ? await api.createKeywordList({ name, keywords }) : await api.changeKeywordList(id, { add: keywords });
    succeeded(text.added(count, list.name));
    onClose();
  }
  return (
    <FormDialog
      title={text.add_title(count)}
      submit={text.add}
      disabled={isLoading || (id === NEW && name.trim() === '')}
      onSubmit={add}
      onClose={onClose}
    >
      <FormField label={text.list}>
        <Select
          options={options}
          statusType={lists.loading ? 'loading' : 'finished'}
          selectedOption={options.find(({ value }) => value === id) ?? null}
          onChange={({ detail }) => setChosen(detail.selectedOption.value ?? NEW)}
        />
      </FormField>
      {id === NEW && (
        <FormField label={text.name} constraintText={text.full}>
          <Input value={name} autoComplete={false} onChange={({ detail }) => setName(detail.value)} />
        </FormField>
      )}
    </FormDialog>
  );
}
