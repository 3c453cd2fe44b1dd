import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';
import type { LongTail } from '../../../../contract.ts';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage, useText } from '../../language/use-language.ts';
import { DataTable } from '../../shared/data-table.tsx';
import { NOTHING } from '../../shared/nothing.ts';
import { KeywordLink } from '../shared/keyword-link.tsx';

/** Rows that are shown at first, and further ones each time. */
const STEP = 50;

type Group = LongTail['groups'][number];

interface LongTailGroupProps {
  of: Group;
  /** The answer that it is of. */
  answer: LongTail;
  from: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Keywords of all groups. */
  selected: ReadonlySet<string>;
  onSelect: (keywords: ReadonlySet<string>) => void;
}

/** A group of longer keywords, which is drawn when it is open. */
export function LongTailGroup({ of, isOpen, onOpen, ...table }: LongTailGroupProps) {
  const { language } = useLanguage();
  const format = useFormat();
  return (
    <ExpandableSection
      headerText={`${language === 'zh' ? of.label_zh : of.label} (${format.number(of.count)})`}
      headingTagOverride="h3"
      expanded={isOpen}
      onChange={({ detail }) => onOpen(detail.expanded)}
    >
      {isOpen && <GroupTable of={of} {...table} />}
    </ExpandableSection>
  );
}

function GroupTable({ of, answer, from, selected, onSelect }: Omit<LongTailGroupProps, 'isOpen' | 'onOpen'>) {
  const text = useKeywordsText();
  const { common } = useText();
  const { language } = useLanguage();
  const format = useFormat();
  const [shown, setShown] = useState(STEP);
  const { columns } = text;
  const items = of.items.slice(0, shown);
  const left = of.items.length - items.length;
  const figure = (value: number | null) => (value === null ? NOTHING : format.number(value));
  const hasVolume = of.items.some(({ search_volume }) => search_volume !== null);
  const definitions: TableProps.ColumnDefinition<Group['items'][number]>[] = [
    {
      id: 'keyword',
      header: columns.keyword,
      isRowHeader: true,
      cell: ({ keyword }) => (
        <KeywordLink keyword={keyword} language={answer.language} country={answer.country} from={from} />
      ),
    },
    { id: 'modifier', header: columns.modifier, cell: ({ modifier }) => modifier ?? NOTHING },
    { id: 'score', header: columns.score, cell: ({ score }) => format.number(score) },
    ...(hasVolume
      ? ([
          { id: 'volume', header: columns.volume, cell: ({ search_volume }) => figure(search_volume) },
          { id: 'difficulty', header: columns.difficulty, cell: (item) => figure(item.keyword_difficulty) },
        ] satisfies typeof definitions)
      : []),
    { id: 'words', header: columns.words, cell: ({ word_count }) => format.number(word_count) },
    {
      id: 'engines',
      header: text.engines,
      cell: ({ engines }) => engines.map((id) => text.engine_names[id]).join(common.comma),
    },
  ];

  function select(chosen: readonly { keyword: string }[]) {
    const ofGroup = new Set(of.items.map(({ keyword }) => keyword));
    const others = [...selected].filter((keyword) => !ofGroup.has(keyword));
    onSelect(new Set([...others, ...chosen.map(({ keyword }) => keyword)]));
  }
  const label = language === 'zh' ? of.label_zh : of.label;
  return (
    <DataTable
      variant="embedded"
      wrapLines
      trackBy="keyword"
      items={items}
      columnDefinitions={definitions}
      selectionType="multi"
      selectedItems={of.items.filter(({ keyword }) => selected.has(keyword))}
      onSelectionChange={({ detail }) => select(detail.selectedItems)}
      ariaLabels={{
        tableLabel: label,
        selectionGroupLabel: label,
        allItemsSelectionLabel: () => text.select_all,
        itemSelectionLabel: (_, { keyword }) => text.select_row(keyword),
      }}
      footer={
        left > 0 && (
          <Box textAlign="center">
            <Button onClick={() => setShown(shown + STEP)}>
              {text.long_tail.more(format.number(Math.min(left, STEP)))}
            </Button>
          </Box>
        )
      }
    />
  );
}
