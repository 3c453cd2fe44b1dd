import type { TableProps } from '@cloudscape-design/components/table';
import type { Keywords } from '../../../../contract.ts';
import type { EngineId } from '../../../../../core/keywords/choices.ts';
import type { Dictionary } from '../../language/dictionary.ts';
import type { Format } from '../../language/format.ts';
import type { KeywordsDictionary } from '../../language/keywords/keywords-dictionary.ts';
import { NOTHING } from '../../shared/nothing.ts';
import { KeywordLink } from '../shared/keyword-link.tsx';

type Item = Keywords['items'][number];
type Column = TableProps.ColumnDefinition<Item>;

/** Columns of figures that only a provider knows. */
const FIGURES = ['search_volume', 'keyword_difficulty', 'cpc_usd', 'competition', 'intent'] as const;

/** Whether a provider has said something of at least one of the keywords. */
export const hasFigures = (items: readonly Item[]) =>
  items.some((item) => FIGURES.some((figure) => item[figure] !== null));

interface Writing {
  keywords: KeywordsDictionary;
  text: Dictionary;
  format: Format;
}

interface Shown {
  items: readonly Item[];
  /** In which the search was asked, as the answer says. */
  query: Keywords['query'];
  /** Query of the address. */
  from: string;
}

/** The columns of a search: those of figures only where some are known, that of the home page where it was asked for. */
export function keywordColumns({ items, query, from }: Shown, writing: Writing): Column[] {
  const { keywords, format } = writing;
  const { columns } = keywords;
  return [
    {
      id: 'keyword',
      header: columns.keyword,
      isRowHeader: true,
      minWidth: 200,
      cell: ({ keyword, language, match }) => (
        <>
          <KeywordLink
            keyword={keyword}
            language={query.language ?? language ?? ''}
            country={query.country ?? ''}
            from={from}
          />
          {match === 'suggested' && <> ({keywords.suggested})</>}
        </>
      ),
    },
    { id: 'score', header: columns.score, cell: ({ score }) => figure(score, format) },
    ...(hasFigures(items) ? figureColumns(writing) : []),
    { id: 'words', header: columns.words, cell: ({ word_count }) => format.number(word_count) },
    { id: 'engines', header: columns.engines, minWidth: 180, cell: (item) => enginesOf(item, writing) },
    ...(query.domain === null
      ? []
      : [{ id: 'page', header: columns.page, cell: (item: Item) => placesOf(item, writing) }]),
    { id: 'seen', header: columns.seen, cell: ({ last_seen_at }) => format.date(last_seen_at) },
  ];
}

function figureColumns({ keywords, format }: Writing): Column[] {
  const { columns, intents } = keywords;
  return [
    { id: 'volume', header: columns.volume, cell: ({ search_volume }) => figure(search_volume, format) },
    { id: 'difficulty', header: columns.difficulty, cell: (item) => figure(item.keyword_difficulty, format) },
    { id: 'cpc', header: columns.cpc, cell: ({ cpc_usd }) => (cpc_usd === null ? NOTHING : format.usd(cpc_usd)) },
    { id: 'competition', header: columns.competition, cell: ({ competition }) => figure(competition, format) },
    {
      id: 'intent',
      header: columns.intent,
      cell: ({ intent }) => (intent === null ? NOTHING : (intents[intent.main] ?? intent.main)),
    },
  ];
}

const figure = (value: number | null, format: Format) => (value === null ? NOTHING : format.number(value));

/** Such as `Google 1, Bing 3`. */
function enginesOf({ engines, ranks }: Item, { keywords, text, format }: Writing): string {
  const placed = engines.map((id: EngineId) => {
    const rank = ranks[id];
    return rank === undefined ? keywords.engine_names[id] : `${keywords.engine_names[id]} ${format.number(rank)}`;
  });
  return placed.join(text.common.comma) || NOTHING;
}

function placesOf({ domain_match: match }: Item, { keywords, text }: Writing): string {
  if (match === null) return NOTHING;
  const places = Object.entries(keywords.places).filter(([place]) => match[place as keyof typeof match]);
  return places.map(([, name]) => name).join(text.common.comma) || text.common.yes;
}
