import { useMemo } from 'react';
import type { LongTail } from '../../../contract.ts';
import { longTailTable } from '../../../../core/long-tail/csv-table.ts';
import { useApi, useMayAct } from '../api/use-api.ts';
import { saveCsv } from '../browser/save-file.ts';
import { useFormat, useLanguage, useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { useQuery, useTitle } from '../routing/use-route.ts';
import { Card } from '../ui/layout.tsx';
import { EmptyState, Skeleton } from '../ui/feedback.tsx';
import { Menu } from '../ui/menu.tsx';
import { TabLinks } from '../ui/link.tsx';
import { longTailOfQuery, longTailQuery, parametersOf, queryOf, searchOfQuery } from './keyword-address.ts';
import { longTailColumns } from './keyword-columns.tsx';
import { keywordCsv } from './keyword-csv.ts';
import { KeywordTable } from './keyword-table.tsx';
import { KeywordSources } from './keyword-tools.tsx';
import { LongTailForm } from './search-form.tsx';

/** Maximum number of keywords in an answer. */
const MOST = '1000';
/** Rows that are drawn at first, and with each press of the button below them. */
const ROWS = 50;

/** The long tail of a keyword, which the address states. */
export function LongTailView({ query }: { query: string }) {
  const t = useTranslate();
  const { keyword } = longTailOfQuery(query);
  const isAsked = keyword.trim() !== '';
  const from = new URLSearchParams(query).get('from') ?? '';
  useTitle(isAsked ? t('keywords.long_tail.of', { keyword }) : t('keywords.tabs.long-tail'), t('keywords.title'));
  return (
    <>
      <Card>
        <LongTailForm
          query={query}
          onSearch={(requested) =>
            window.location.assign(hrefOf({ view: 'long-tail', query: longTailQuery(requested, from) }))
          }
        />
      </Card>
      {isAsked ? (
        <Loaded key={queryOf(longTailOfQuery(query))} query={query} />
      ) : (
        <EmptyState icon="keywords" title={t('keywords.long_tail.first')}>
          {t('keywords.long_tail.first_hint')}
        </EmptyState>
      )}
    </>
  );
}

function Loaded({ query }: { query: string }) {
  const t = useTranslate();
  const search = longTailOfQuery(query);
  const requested = { ...parametersOf(search), limit: MOST };
  const answer = useLoad(['longTail', requested]);
  if (answer.data !== null) return <Found of={answer.data} requested={requested} onReload={answer.reload} />;
  return (
    <Card title={t('keywords.long_tail.of', { keyword: search.keyword })}>
      <ShowLoaded of={answer} skeleton={<Skeleton height={320} />}>
        {() => null}
      </ShowLoaded>
    </Card>
  );
}

interface FoundProps {
  of: LongTail;
  /** Parameters of the request. */
  requested: Readonly<Record<string, string>>;
  onReload: () => void;
}

/** The keywords of all groups or of one, searched and sorted as the address states. */
function Found({ of, requested, onReload }: FoundProps) {
  const api = useApi();
  const t = useTranslate();
  const format = useFormat();
  const mayAct = useMayAct();
  const { language } = useLanguage();
  const { succeeded } = useNotify();
  const { run, busy } = useAction();
  const { params, hrefWith } = useQuery();

  const labelOf = (group: LongTail['groups'][number]) => (language === 'zh' ? group.label_zh : group.label);
  const groups = of.groups.filter(({ count }) => count > 0);
  const group = groups.find(({ id }) => id === params.get('group')) ?? null;
  const items = useMemo(
    () =>
      of.groups.flatMap((one) =>
        one.items.map((item) => ({ ...item, groupId: one.id, group: language === 'zh' ? one.label_zh : one.label })),
      ),
    [of, language],
  );
  // Back from here, the search that led to the keyword is the one that led to this one.
  const from = params.get('from') ?? '';
  const columns = longTailColumns({ items, answer: of, from, hasGroups: group === null, t });

  function save(chosen: readonly { keyword: string }[]) {
    const keywords = new Set(chosen.map(({ keyword }) => keyword));
    const shown = of.groups.map((one) => ({ ...one, items: one.items.filter(({ keyword }) => keywords.has(keyword)) }));
    saveCsv(`long-tail-${of.keyword}`, keywordCsv(longTailTable({ ...of, groups: shown }), t));
  }
  async function refresh() {
    await api.refetchLongTail(requested);
    succeeded(t('keywords.refreshed'));
    onReload();
  }
  const sameTerms = queryOf({ ...searchOfQuery(''), q: of.keyword, language: of.language, country: of.country });
  const { queries_planned, queries_ok, queries_empty, queries_failed, modifiers } = of.coverage;
  return (
    <>
      <Card
        title={t('keywords.long_tail.of', { keyword: of.keyword })}
        counter={format.number(of.count)}
        description={t('keywords.long_tail.description')}
        isFlush
      >
        {groups.length > 1 && (
          <TabLinks
            label={t('keywords.long_tail.groups')}
            links={[
              { id: 'all', text: t('keywords.long_tail.all'), count: items.length, href: hrefWith({ group: null }) },
              ...groups.map((one) => ({
                id: one.id,
                text: labelOf(one),
                count: one.count,
                href: hrefWith({ group: one.id }),
              })),
            ].map((link) => ({ ...link, count: format.number(link.count) }))}
            current={group?.id ?? 'all'}
          />
        )}
        <KeywordTable
          label={t('keywords.tabs.long-tail')}
          columns={columns}
          rows={items}
          keyOf={({ groupId, keyword }) => `${groupId} ${keyword}`}
          wideStep={ROWS}
          isShown={({ groupId }) => group === null || groupId === group.id}
          listed={({ keyword, score, search_volume }) => ({ keyword, language: of.language, score, search_volume })}
          onSave={save}
          actions={() => (
            <Menu
              label={t('keywords.more_actions')}
              isDisabled={busy}
              actions={[
                {
                  id: 'search',
                  text: t('keywords.long_tail.to_search'),
                  href: hrefOf({ view: 'keywords', query: sameTerms }),
                },
                ...(mayAct ? [{ id: 'refresh', text: t('keywords.refresh'), act: () => void run(refresh) }] : []),
              ]}
            />
          )}
          empty={{ title: t('keywords.long_tail.empty') }}
        />
      </Card>
      <KeywordSources sources={of.sources}>
        <p>
          {t('keywords.long_tail.coverage', {
            planned: queries_planned,
            ok: queries_ok,
            empty: queries_empty,
            failed: queries_failed,
          })}{' '}
          {!modifiers && t('keywords.long_tail.no_modifiers')} {of.truncated && t('keywords.long_tail.truncated')}
        </p>
      </KeywordSources>
    </>
  );
}
