import { useMemo, useState } from 'react';
import { sorts } from '../../../../core/keywords/choices.ts';
import { keywordsTable } from '../../../../core/keywords/csv-table.ts';
import type { Keywords, ListedKeyword } from '../../../contract.ts';
import { useApi, useMayAct } from '../api/use-api.ts';
import { saveCsv } from '../browser/save-file.ts';
import { useTranslate } from '../language/use-language.ts';
import { itemsOf, useList } from '../loading/use-load.ts';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { hrefOf, type Route } from '../routing/route.ts';
import { useTitle } from '../routing/use-route.ts';
import { Button } from '../ui/button.tsx';
import { Banner, EmptyState } from '../ui/feedback.tsx';
import { Card, PageHeader, Stack } from '../ui/layout.tsx';
import { TabLinks } from '../ui/link.tsx';
import { Menu } from '../ui/menu.tsx';
import { Select } from '../ui/select.tsx';
import { type KeywordSearch, parametersOf, queryOf, searchOfQuery } from './keyword-address.ts';
import { hasPaidMetrics, searchColumns } from './keyword-columns.tsx';
import { keywordCsv } from './keyword-csv.ts';
import { KeywordTable } from './keyword-table.tsx';
import { KeywordSources } from './keyword-tools.tsx';
import { KeywordListsView, KeywordListView } from './list-views.tsx';
import { LongTailView } from './long-tail-view.tsx';
import { SearchForm } from './search-form.tsx';
import './keywords.css';

type KeywordsRoute = Extract<Route, { view: 'keywords' | 'long-tail' | 'keyword-lists' | 'keyword-list' }>;

const TABS = ['keywords', 'long-tail', 'keyword-lists'] as const;

/** Keyword research: the search, the long tail of a keyword, and the lists of the user, as tabs. */
export default function KeywordsPage({ route }: { route: KeywordsRoute }) {
  const t = useTranslate();
  const current = route.view === 'keyword-list' ? 'keyword-lists' : route.view;
  // From a long tail, the search leads back to its results.
  const from = route.view === 'long-tail' ? new URLSearchParams(route.query).get('from') : null;
  const hrefs = {
    keywords: hrefOf({ view: 'keywords', ...(from && { query: from }) }),
    'long-tail': hrefOf({ view: 'long-tail' }),
    'keyword-lists': hrefOf({ view: 'keyword-lists' }),
  };
  return (
    <>
      <PageHeader title={t('keywords.title')} description={t('keywords.description')} />
      <Stack>
        <TabLinks
          label={t('keywords.views')}
          links={TABS.map((id) => ({ id, text: t(`keywords.tabs.${id}`), href: hrefs[id] }))}
          current={current}
        />
        <Shown route={route} />
      </Stack>
    </>
  );
}

function Shown({ route }: { route: KeywordsRoute }) {
  switch (route.view) {
    case 'keywords':
      return <SearchView query={route.query ?? ''} />;
    case 'long-tail':
      return <LongTailView query={route.query ?? ''} />;
    case 'keyword-lists':
      return <KeywordListsView />;
    case 'keyword-list':
      return <KeywordListView key={route.id} id={route.id} />;
  }
}

const PAGE_SIZE = '100';
/** Maximum number of keywords in an answer. */
const MOST_AT_ONCE = '1000';

type Item = Keywords['items'][number];

/** Between two automatic reloads while suggestions are being added. */
const POLL_MS = 3_000;
/** Suggestions that are missing by then come with another search. */
const MAX_POLLING_MS = 5 * 60_000;

/** A search for keywords, which the address states. */
function SearchView({ query }: { query: string }) {
  const t = useTranslate();
  const search = searchOfQuery(query);
  const isAsked = search.q.trim() !== '' || search.domain.trim() !== '';
  useTitle(...(isAsked ? [[search.q, search.domain].filter(Boolean).join(' · ')] : []), t('keywords.title'));
  const hrefOfSearch = (requested: KeywordSearch) => hrefOf({ view: 'keywords', query: queryOf(requested) });
  return (
    <>
      <Card>
        <SearchForm query={query} onSearch={(requested) => window.location.assign(hrefOfSearch(requested))} />
      </Card>
      {isAsked ? (
        <Found
          key={query}
          search={search}
          query={query}
          onSort={(sort) => window.location.replace(hrefOfSearch({ ...search, sort }))}
        />
      ) : (
        <EmptyState icon="keywords" title={t('keywords.first')}>
          {t('keywords.first_hint')}
        </EmptyState>
      )}
    </>
  );
}

interface FoundProps {
  search: KeywordSearch;
  query: string;
  onSort: (sort: string) => void;
}

/** The keywords of a search, a hundred at a time. */
function Found({ search, query, onSort }: FoundProps) {
  const api = useApi();
  const t = useTranslate();
  const mayAct = useMayAct();
  const { run, busy } = useAction();
  const { succeeded } = useNotify();
  const [askedAt, setAskedAt] = useState(() => Date.now());
  const isFollowing = (further: number) => further === 0 && Date.now() - askedAt < MAX_POLLING_MS;
  const list = useList(
    (cursor) => ['keywords', { ...parametersOf(search), limit: PAGE_SIZE, ...(cursor && { cursor }) }],
    itemsOf,
    // Loading it again begins with the first part: further parts that were loaded would be lost.
    { pollAfter: ([part, ...further]) => part?.index_pending === true && isFollowing(further.length) && POLL_MS },
  );
  const { items, first, more, loading, error, reload } = list;
  const asked = first?.query ?? null;
  const isPending = first?.index_pending ?? false;
  const isFollowed = isPending && error === null && isFollowing(Math.max(0, items.length - Number(PAGE_SIZE)));
  const columns = useMemo(() => searchColumns({ items, asked, from: query, t }), [items, asked, query, t]);

  async function save(chosen: readonly Item[], isAll: boolean) {
    const saved = isAll ? await readAll() : [...chosen];
    saveCsv(`keywords-${search.q || search.domain}`, keywordCsv(keywordsTable({ items: saved, next_cursor: null }), t));
  }
  async function readAll(): Promise<Item[]> {
    const all: Item[] = [];
    let cursor: string | null = null;
    do {
      const part: Keywords = await api.keywords({
        ...{ ...parametersOf(search), limit: MOST_AT_ONCE },
        ...(cursor !== null && { cursor }),
      });
      all.push(...part.items);
      cursor = part.next_cursor;
    } while (cursor !== null);
    return all;
  }
  async function refresh() {
    await api.refetchKeywords(parametersOf(search));
    succeeded(t('keywords.refreshed'));
    setAskedAt(Date.now());
    reload();
  }
  /** Searches per month are an order only where some are known. */
  const isOffered = (sort: string) =>
    sort !== 'search_volume' || sort === search.sort || items.some(({ search_volume }) => search_volume !== null);
  const title =
    loading && first === null
      ? t('keywords.searching')
      : t('keywords.found', { count: items.length, more: String(more) });
  return (
    <>
      {isFollowed && <Banner>{t('keywords.pending')}</Banner>}
      {isPending && !isFollowed && (
        <Banner action={<Button onPress={reload}>{t('keywords.reload')}</Button>}>
          {t('keywords.pending_reload')}
        </Banner>
      )}
      <Card
        title={title}
        description={t(search.q.trim() === '' ? 'keywords.page_score_hint' : 'keywords.score_hint')}
        isFlush
      >
        <KeywordTable
          label={t('keywords.title')}
          columns={columns}
          rows={items}
          of={{ ...list, loading: loading || (isFollowed && items.length === 0) }}
          listed={listed}
          onSave={save}
          actions={() => (
            <Menu
              label={t('keywords.more_actions')}
              isDisabled={busy}
              actions={[
                { id: 'reload', text: t('keywords.reload'), act: reload },
                ...(mayAct ? [{ id: 'refresh', text: t('keywords.refresh'), act: () => void run(refresh) }] : []),
              ]}
            />
          )}
          filter={
            <Select
              hideLabel
              label={t('keywords.sort')}
              options={sorts.filter(isOffered).map((id) => ({ id, text: t(`keywords.sorts.${id}`) }))}
              value={sorts.find((id) => id === search.sort) ?? sorts[0]}
              onChange={(sort) => onSort(sort === sorts[0] ? '' : sort)}
            />
          }
          empty={{
            title: t('keywords.empty', { more: String(more) }),
            hint: t('keywords.empty_hint', { more: String(more) }),
          }}
        />
      </Card>
      {first && (
        <KeywordSources sources={first.sources}>
          {items.length > 0 && !hasPaidMetrics(items) && <p>{t('keywords.no_paid')}</p>}
        </KeywordSources>
      )}
    </>
  );
}

const listed = ({ keyword, language, score, search_volume }: Item): ListedKeyword => ({
  keyword,
  language,
  score,
  search_volume,
});
