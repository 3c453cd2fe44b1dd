import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Keywords } from '../../../../contract.ts';
import { keywordsTable } from '../../../../../core/keywords/csv-tables.ts';
import { csvText } from '../../../../../core/platform/text/csv-text.ts';
import { Acting } from '../../api/role.ts';
import { useApi } from '../../api/use-api.ts';
import { wholeCsv } from '../../api/whole-csv.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { useText } from '../../language/use-language.ts';
import { useAction } from '../../loading/use-action.ts';
import { useNotify } from '../../loading/use-notify.ts';
import { type KeywordSearch, parametersOf } from '../shared/keyword-address.ts';
import { CopyKeywords, ListKeywords } from '../shared/selected-keywords.tsx';

/** Most keywords that the service answers at once. */
const MOST_AT_ONCE = '1000';

interface FoundActionsProps {
  search: KeywordSearch;
  /** Those that are shown, and those of them that are selected. */
  items: readonly Keywords['items'][number][];
  selected: Keywords['items'];
  onReload: () => void;
}

/** What can be done with what a search has found: with what is selected or, where nothing is, with all of it. */
export function FoundActions({ search, items, selected, onReload }: FoundActionsProps) {
  const api = useApi();
  const text = useKeywordsText();
  const { common } = useText();
  const saving = useAction();
  const asking = useAction();
  const { succeeded } = useNotify();

  async function save() {
    const csv = selected.length > 0 ? csvText(keywordsTable({ items: selected, next_cursor: null })) : await all();
    saveFile(`keywords-${search.q || search.domain}.csv`, `\uFEFF${csv}`, 'text/csv');
  }
  const all = () =>
    wholeCsv((cursor) =>
      api.keywordsAsCsv({ ...parametersOf(search), limit: MOST_AT_ONCE, ...(cursor && { cursor }) }),
    );
  async function askAnew() {
    await api.keywordsAnew(parametersOf(search));
    succeeded(text.asked_anew);
    onReload();
  }
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button iconName="refresh" ariaLabel={common.reload} onClick={onReload} />
      <Button
        iconName="download"
        disabled={items.length === 0}
        loading={saving.busy}
        onClick={() => void saving.run(save)}
      >
        {text.save_csv}
      </Button>
      <CopyKeywords keywords={selected.length > 0 ? selected : items} />
      <ListKeywords keywords={selected.map(listed)} />
      <Acting>
        <Button loading={asking.busy} onClick={() => void asking.run(askAnew)}>
          {text.ask_anew}
        </Button>
      </Acting>
    </SpaceBetween>
  );
}

const listed = ({ keyword, language, score, search_volume }: Keywords['items'][number]) => ({
  keyword,
  language,
  score,
  search_volume,
});
