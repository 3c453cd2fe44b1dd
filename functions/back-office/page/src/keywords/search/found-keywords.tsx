import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Keywords } from '../../../../contract.ts';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { ListTable } from '../../shared/list-table.tsx';
import type { KeywordSearch } from '../shared/keyword-address.ts';
import { KeywordSources } from '../shared/keyword-sources.tsx';
import { FoundActions } from './found-actions.tsx';
import { hasFigures, keywordColumns } from './keyword-columns.tsx';
import { useKeywords } from './use-keywords.ts';

/** The keywords of a search, as a table. */
export function FoundKeywords({ search, query }: { search: KeywordSearch; query: string }) {
  const text = useText();
  const keywords = useKeywordsText();
  const format = useFormat();
  const [selected, setSelected] = useState<Keywords['items']>([]);
  const list = useKeywords(search);
  const { items, first, more } = list;
  const asked = first?.answer.query;
  return (
    <SpaceBetween size="m">
      {first?.answer.index_pending && <Alert type="info">{keywords.pending}</Alert>}
      <ListTable
        of={list}
        trackBy="keyword"
        selectionType="multi"
        selectedItems={selected}
        onSelectionChange={({ detail }) => setSelected(detail.selectedItems)}
        stickyColumns={{ first: 1 }}
        ariaLabels={{
          tableLabel: keywords.title,
          selectionGroupLabel: keywords.title,
          allItemsSelectionLabel: () => keywords.select_all,
          itemSelectionLabel: (_, { keyword }) => keywords.select_row(keyword),
        }}
        empty={keywords.empty}
        columnDefinitions={
          asked ? keywordColumns({ items, query: asked, from: query }, { keywords, text, format }) : []
        }
        header={
          <Header
            variant="h2"
            actions={<FoundActions search={search} items={items} selected={selected} onReload={list.reload} />}
          >
            {keywords.found(`${format.number(items.length)}${more ? '+' : ''}`)}
          </Header>
        }
      />
      {items.length > 0 && !hasFigures(items) && <Box color="text-body-secondary">{keywords.no_figures}</Box>}
      {first && <KeywordSources sources={first.answer.sources} />}
    </SpaceBetween>
  );
}
