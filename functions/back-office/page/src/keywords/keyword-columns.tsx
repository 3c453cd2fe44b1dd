import type { Keywords, ListedKeyword, LongTail } from '../../../contract.ts';
import type { EngineId } from '../../../../core/keywords/choices.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import type { Translate } from '../language/messages.ts';
import { hrefOf } from '../routing/route.ts';
import { SiteText } from '../shared/site-text.tsx';
import { Badge } from '../ui/values.tsx';
import { Missing } from '../ui/missing.tsx';
import type { Column } from '../ui/table.tsx';
import { longTailQuery, type LongTailSearch } from './keyword-address.ts';

type Item = Keywords['items'][number];
type LongTailItem = LongTail['groups'][number]['items'][number] & { group: string };

/** Metrics that only a paid provider knows. */
const PAID = ['search_volume', 'keyword_difficulty', 'cpc_usd', 'competition', 'intent'] as const;

/** Whether a provider knows something about at least one of the keywords. */
export const hasPaidMetrics = (items: readonly Item[]) =>
  items.some((item) => PAID.some((metric) => item[metric] !== null));

/** Returns what makes a column: its header is the name of its id. */
const columnOf =
  <Row,>(t: Translate) =>
  (id: string, cell: Column<Row>['cell'], other: Omit<Column<Row>, 'id' | 'header' | 'cell'> = {}): Column<Row> => ({
    id,
    header: t(`keywords.columns.${id as 'keyword'}`),
    cell,
    ...other,
  });

const COUNTED = { align: 'end' } as const;

interface SearchColumns {
  items: readonly Item[];
  /** The query of the answer; `null`: there is none yet. */
  asked: Keywords['query'] | null;
  /** Query of the address. */
  from: string;
  t: Translate;
}

/** Returns the columns of a search: paid metrics only if some are known, the home page only if it was requested. */
export function searchColumns({ items, asked, from, t }: SearchColumns): Column<Item>[] {
  const column = columnOf<Item>(t);
  const paid = [
    column('volume', ({ search_volume }) => <Count of={search_volume} />, COUNTED),
    column('difficulty', ({ keyword_difficulty }) => <Count of={keyword_difficulty} />, COUNTED),
    column('cpc', ({ cpc_usd }) => <Price of={cpc_usd} />, COUNTED),
    column('competition', ({ competition }) => <Count of={competition} />, COUNTED),
    column('intent', ({ intent }) => (intent ? <Intent of={intent.main} /> : <Missing />)),
  ];
  return [
    column('keyword', ({ keyword, language, match }) => (
      <span className="keyword ui-row ui-center">
        <KeywordLink
          keyword={keyword}
          language={asked?.language ?? language ?? ''}
          country={asked?.country ?? ''}
          from={from}
        />
        {match === 'suggested' && <Badge>{t('keywords.suggested')}</Badge>}
      </span>
    )),
    column('score', ({ score }) => <Score of={score} />),
    ...(hasPaidMetrics(items) ? paid : []),
    column('words', ({ word_count }) => <Count of={word_count} />, COUNTED),
    column('engines', ({ engines, ranks }) => <Engines of={engines} ranks={ranks} />),
    ...(asked?.domain
      ? [
          column('page', ({ domain_match }) =>
            domain_match ? <PageParts of={domain_match} /> : <Missing reason={t('keywords.not_on_page')} />,
          ),
        ]
      : []),
    column('seen', ({ last_seen_at }) => <Day of={last_seen_at} />),
  ];
}

interface LongTailColumns {
  items: readonly LongTailItem[];
  answer: LongTail;
  from: string;
  /** The keywords of several groups are shown. */
  hasGroups: boolean;
  t: Translate;
}

/** Returns the columns of a long tail: volume and difficulty only if some are known. */
export function longTailColumns({ items, answer, from, hasGroups, t }: LongTailColumns): Column<LongTailItem>[] {
  const column = columnOf<LongTailItem>(t);
  const { language, country } = answer;
  const paid = [
    volumeColumn<LongTailItem>(t),
    column('difficulty', ({ keyword_difficulty }) => <Count of={keyword_difficulty} />, {
      sortBy: ({ keyword_difficulty }) => keyword_difficulty,
      ...COUNTED,
    }),
  ];
  return [
    column('keyword', ({ keyword }) => <KeywordLink {...{ keyword, language, country, from }} />, {
      sortBy: ({ keyword }) => keyword,
    }),
    scoreColumn<LongTailItem>(t),
    ...(hasGroups ? [column('group', ({ group }) => <Badge>{group}</Badge>, { sortBy: ({ group }) => group })] : []),
    column(
      'modifier',
      ({ modifier }) => (modifier ? <SiteText>{modifier}</SiteText> : <Missing reason={t('common.none')} />),
      {
        sortBy: ({ modifier }) => modifier,
      },
    ),
    ...(items.some(({ search_volume }) => search_volume !== null) ? paid : []),
    column('words', ({ word_count }) => <Count of={word_count} />, {
      sortBy: ({ word_count }) => word_count,
      ...COUNTED,
    }),
    { ...column('engines', ({ engines }) => <Engines of={engines} />), header: t('keywords.columns.engine_names') },
  ];
}

/** Returns the columns of a list of the user: volume only if some are known. */
export function listColumns(items: readonly ListedKeyword[], t: Translate): Column<ListedKeyword>[] {
  return [
    columnOf<ListedKeyword>(t)(
      'keyword',
      ({ keyword, language }) => <KeywordLink keyword={keyword} language={language ?? ''} />,
      { sortBy: ({ keyword }) => keyword },
    ),
    scoreColumn<ListedKeyword>(t),
    ...(items.some(({ search_volume }) => search_volume !== null) ? [volumeColumn<ListedKeyword>(t)] : []),
  ];
}

const scoreColumn = <Row extends { score: number | null }>(t: Translate) =>
  columnOf<Row>(t)('score', ({ score }) => <Score of={score} />, {
    sortBy: ({ score }) => score,
    isDescendingFirst: true,
  });

const volumeColumn = <Row extends { search_volume: number | null }>(t: Translate) =>
  columnOf<Row>(t)('volume', ({ search_volume }) => <Count of={search_volume} />, {
    sortBy: ({ search_volume }) => search_volume,
    isDescendingFirst: true,
    ...COUNTED,
  });

interface KeywordLinkProps extends Omit<LongTailSearch, 'country'> {
  country?: string;
  /** Query of the search that found it. */
  from?: string;
}

/** A keyword as a link to its long tail. */
export function KeywordLink({ keyword, language, country = '', from }: KeywordLinkProps) {
  const query = longTailQuery({ keyword, language, country }, from);
  return (
    <a className="ui-plain-link" href={hrefOf({ view: 'long-tail', query })}>
      <SiteText>{keyword}</SiteText>
    </a>
  );
}

/** A score from 0 to 100, as a number and as a bar. */
function Score({ of }: { of: number | null }) {
  const format = useFormat();
  if (of === null) return <Missing />;
  return (
    <span className="ui-inline ui-center ui-gap-2">
      <span className="keyword-score__value ui-text-end">{format.number(of)}</span>
      <span className="keyword-score__track ui-meter" aria-hidden="true">
        <span style={{ inlineSize: `${of}%` }} />
      </span>
    </span>
  );
}

function Count({ of }: { of: number | null }) {
  const format = useFormat();
  return of === null ? <Missing /> : format.number(of);
}

function Price({ of }: { of: number | null }) {
  const format = useFormat();
  return of === null ? <Missing /> : format.usd(of);
}

function Day({ of }: { of: string }) {
  const format = useFormat();
  return <time dateTime={of}>{format.date(of)}</time>;
}

function Intent({ of }: { of: string }) {
  const t = useTranslate();
  const key = `keywords.intents.${of}`;
  return t.has(key) ? t(key) : of;
}

/** A chip for each engine, such as `Google 1`, with the position in its suggestions; the best positions first. */
function Engines({ of, ranks = {} }: { of: readonly EngineId[]; ranks?: Item['ranks'] }) {
  const t = useTranslate();
  const format = useFormat();
  const rankOf = (id: EngineId) => ranks[id] ?? Infinity;
  return (
    <ul className="keyword-engines ui-list ui-row ui-gap-1">
      {of
        .toSorted((one, other) => rankOf(one) - rankOf(other) || 0)
        .map((id) => {
          const rank = ranks[id];
          const engine = t(`keywords.engines.${id}`);
          if (rank === undefined) {
            return (
              <li key={id}>
                <Badge>{engine}</Badge>
              </li>
            );
          }
          return (
            <li key={id} title={t('keywords.engine_position', { engine, position: rank })}>
              <Badge>
                {engine} <b>{format.number(rank)}</b>
              </Badge>
            </li>
          );
        })}
    </ul>
  );
}

const PARTS = ['in_title', 'in_h1', 'in_description', 'in_url'] as const;

/** The parts of the home page that contain a keyword. */
function PageParts({ of }: { of: NonNullable<Item['domain_match']> }) {
  const t = useTranslate();
  const parts = PARTS.filter((part) => of[part]).map((part) => t(`keywords.parts.${part}`));
  return parts.join(t('common.comma')) || t('keywords.parts.text');
}
