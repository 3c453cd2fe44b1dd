import { type ReactNode, useState } from 'react';
import type { ListedKeyword } from '../../../contract.ts';
import type { SourceReport } from '../../../../core/record/record.ts';
import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-language.ts';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { useLoad } from '../loading/use-load.ts';
import { sourceName, stateOf } from '../sources/source-words.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { RelativeTime } from '../ui/values.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/feedback.tsx';
import { TextField } from '../ui/fields.tsx';

interface KeywordToolsProps {
  /** What is copied: the selected keywords, or all that are shown. */
  keywords: readonly { keyword: string }[];
  /** The selected keywords, which can be added to a list; `null`: they are those of a list. */
  selected: readonly ListedKeyword[] | null;
  /** Number of selected keywords. */
  count: number;
  /** Selects the first keywords of the table; absent: there are not more of them. */
  onSelectTop?: (() => void) | undefined;
  /** Saves the selected keywords, or all of them. */
  onSave: () => void | Promise<void>;
  /** Filters of the table. */
  children?: ReactNode;
  /** Further actions. */
  actions?: ReactNode;
}

/** Number of keywords that are selected at once. */
export const TOP = 20;

/** Filters of a table of keywords, and what can be done with the keywords. It stays in sight while the table is scrolled. */
export function KeywordTools(props: KeywordToolsProps) {
  const { keywords, selected, count, onSelectTop, onSave, children, actions } = props;
  const t = useTranslate();
  const { notify, succeeded } = useNotify();
  const { run, busy } = useAction();
  const [isAdding, setAdding] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(keywords.map(({ keyword }) => keyword).join('\n'));
      succeeded(t('keywords.copied', { count: keywords.length }));
    } catch {
      notify({ type: 'error', header: t('keywords.copy_failed') });
    }
  }
  return (
    <div className="keywords-tools ui-row ui-center ui-gap-2">
      {children}
      <span className="keywords-tools__end ui-row ui-center ui-gap-2 ui-end">
        {count > 0 && (
          <span className="keywords-tools__count ui-strong ui-digits" role="status">
            {t('keywords.selected', { count })}
          </span>
        )}
        {count === 0 && onSelectTop && (
          <Button onPress={onSelectTop}>{t('keywords.select_top', { count: TOP })}</Button>
        )}
        {selected && (
          <Button icon="plus" isDisabled={selected.length === 0} onPress={() => setAdding(true)}>
            {t('keywords.lists.add')}
          </Button>
        )}
        <Button icon="copy" isDisabled={keywords.length === 0} onPress={() => void copy()}>
          {t('keywords.copy')}
        </Button>
        <Button
          icon="download"
          isBusy={busy}
          isDisabled={keywords.length === 0}
          onPress={() => void run(async () => onSave())}
        >
          {t('keywords.save_csv')}
        </Button>
        {actions}
      </span>
      {isAdding && selected && <AddToList keywords={selected} onClose={() => setAdding(false)} />}
    </div>
  );
}

const NEW = 'new';

/** Asks for the list that keywords are added to: an existing one, or a new one. */
function AddToList({ keywords, onClose }: { keywords: readonly ListedKeyword[]; onClose: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const { succeeded } = useNotify();
  const lists = useLoad(['keywordLists']);
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const options = [
    ...(lists.data?.lists ?? []).map((list) => ({ id: list.id, text: list.name })),
    { id: NEW, text: t('keywords.lists.new_list') },
  ];
  // Fields that are replaced when the lists are loaded would lose what was entered. The list that was changed last is
  // the most likely one.
  const isLoading = lists.loading && lists.data === null;
  const id = chosen ?? options[0]!.id;
  const count = keywords.length;

  async function add() {
    const added = [...keywords];
    const list =
      id === NEW
        ? await api.createKeywordList({ name, keywords: added })
        : await api.changeKeywordList(id, { add: added });
    succeeded(t('keywords.lists.added', { count, name: list.name }));
    onClose();
  }
  return (
    <FormDialog
      title={t('keywords.lists.add_title', { count })}
      submit={t('keywords.lists.add')}
      isDisabled={isLoading || (id === NEW && name.trim() === '')}
      onSubmit={add}
      onClose={onClose}
    >
      {isLoading ? (
        <Skeleton height={60} />
      ) : (
        <Select label={t('keywords.lists.list')} options={options} value={id} onChange={setChosen} />
      )}
      {!isLoading && id === NEW && (
        <TextField
          name="name"
          label={t('keywords.lists.name')}
          hint={t('keywords.lists.full')}
          value={name}
          onChange={setName}
        />
      )}
    </FormDialog>
  );
}

/** The sources of an answer, with their states and times. */
export function KeywordSources({ sources, children }: { sources: readonly SourceReport[]; children?: ReactNode }) {
  const t = useTranslate();
  const nameOf = (id: string) => {
    const key = `keywords.engines.${id}`;
    return t.has(key) ? t(key) : sourceName(id, t);
  };
  return (
    <details className="keywords-sources ui-quiet ui-small">
      <summary className="ui-summary ui-medium">{t('keywords.sources')}</summary>
      {children}
      <ul>
        {sources.map((source) => (
          <li key={source.id}>
            <b>{nameOf(source.id)}</b>
            {t('common.colon')}
            {stateOf(source, t)}
            {source.fetched_at !== null && (
              <>
                {t('common.comma')}
                <RelativeTime time={source.fetched_at} />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
