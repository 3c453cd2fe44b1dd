import { type ReactNode, useState } from 'react';
import type { ListedKeyword } from '../../../contract.ts';
import { useLanguage, useTranslate } from '../language/use-language.ts';
import { sortOf, textOfSort, useQuery } from '../routing/use-route.ts';
import { DataTable, type DataTableProps } from '../shared/data-table.tsx';
import { SearchField } from '../ui/fields.tsx';
import { useStep } from '../ui/shown-rows.ts';
import { sorted } from '../ui/sorting.ts';
import { KeywordTools, TOP } from './keyword-tools.tsx';

interface KeywordTableProps<Row> extends Pick<DataTableProps<Row>, 'label' | 'columns' | 'rows' | 'of' | 'empty'> {
  /** Default: the keyword. */
  keyOf?: (row: Row) => string;
  /** Rows that are drawn at once on wide screens; default: all. */
  wideStep?: number;
  /** Which rows are shown; a selection keeps the others. */
  isShown?: (row: Row) => boolean;
  /** A row as a keyword that is added to a list; absent: they are those of a list. */
  listed?: (row: Row) => ListedKeyword;
  /** Saves the selected rows, or all that are shown. */
  onSave: (chosen: readonly Row[], isAll: boolean) => void | Promise<void>;
  /** In place of the search and sort that the address states, for what the service searches and sorts. */
  filter?: ReactNode;
  /** Further actions. */
  actions: (selected: readonly Row[], clear: () => void) => ReactNode;
}

/** Keywords as a table: they are searched, sorted, selected, copied, saved and added to lists. */
export function KeywordTable<Row extends { keyword: string }>(props: KeywordTableProps<Row>) {
  const { rows, columns, keyOf = keywordOf, wideStep, isShown = () => true, listed, onSave, filter, actions } = props;
  const { label, of, empty } = props;
  const t = useTranslate();
  const { language } = useLanguage();
  const { params, change } = useQuery();
  const [keywords, setKeywords] = useState<ReadonlySet<string>>(new Set());
  const isLocal = filter === undefined;
  const name = isLocal ? (params.get('name') ?? '').trim().toLowerCase() : '';
  const sort = isLocal ? sortOf(params.get('sort')) : null;
  const sortBy = columns.find(({ id }) => id === sort?.column)?.sortBy;
  const found = rows.filter((row) => isShown(row) && row.keyword.toLowerCase().includes(name));
  const collator = new Intl.Collator(language, { numeric: true });
  const shown = sort && sortBy ? sorted(found, sortBy, sort.isDescending, collator) : found;
  const selected = rows.filter(({ keyword }) => keywords.has(keyword));
  const chosen = selected.length > 0 ? selected : shown;
  const byKey = new Map(rows.map((row) => [keyOf(row), row.keyword]));
  return (
    <>
      <KeywordTools
        keywords={chosen}
        selected={listed ? selected.map(listed) : null}
        count={selected.length}
        onSelectTop={shown.length > TOP ? () => setKeywords(new Set(shown.slice(0, TOP).map(keywordOf))) : undefined}
        onSave={() => onSave(chosen, selected.length === 0)}
        actions={actions(selected, () => setKeywords(new Set()))}
      >
        {filter ?? (
          <SearchField
            label={t('keywords.filter')}
            value={params.get('name') ?? ''}
            onChange={(text) => change({ name: text })}
          />
        )}
      </KeywordTools>
      <div className="keywords-table">
        <DataTable
          label={label}
          columns={columns}
          rows={shown}
          keyOf={keyOf}
          {...(of && { of })}
          step={useStep(wideStep)}
          view={isLocal ? params.toString() : ''}
          isInOrder
          {...(isLocal && { sort, onSort: (next) => change({ sort: textOfSort(next) }) })}
          selection={{
            selected: new Set(selected.map(keyOf)),
            onChange: (keys) => setKeywords(new Set([...keys].map((key) => byKey.get(key)!))),
            labelOf: ({ keyword }) => t('keywords.select_row', { keyword }),
          }}
          empty={rows.length === 0 ? empty : { title: t('keywords.no_matches') }}
        />
      </div>
    </>
  );
}

const keywordOf = ({ keyword }: { keyword: string }) => keyword;
