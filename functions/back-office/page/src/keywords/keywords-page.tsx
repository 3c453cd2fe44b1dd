import { useTranslate } from '../language/use-language.ts';
import { hrefOf, type Route } from '../routing/route.ts';
import { PageHeader, Stack } from '../ui/page-header.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import './keywords.css';
import { KeywordListsView, KeywordListView } from './list-views.tsx';
import { LongTailView } from './long-tail-view.tsx';
import { SearchView } from './search-view.tsx';

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
