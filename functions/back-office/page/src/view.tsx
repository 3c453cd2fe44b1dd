import { lazy } from 'react';
import { OverviewPage } from './overview/overview-page.tsx';
import { Part } from './loading/part.tsx';
import { type Route, viewKey } from './routing/route.ts';
import { UnknownView } from './shell/unknown-view.tsx';

const KeysPage = lazy(() => import('./keys/keys-page.tsx'));
const KeyPage = lazy(() => import('./keys/key-page.tsx'));
const PortfolioPage = lazy(() => import('./portfolio/portfolio-page.tsx'));
const ComparePage = lazy(() => import('./compare/compare-page.tsx'));
const KeywordsPage = lazy(() => import('./keywords/search/keywords-page.tsx'));
const LongTailPage = lazy(() => import('./keywords/long-tail/long-tail-page.tsx'));
const KeywordListsPage = lazy(() => import('./keywords/lists/keyword-lists-page.tsx'));
const KeywordListPage = lazy(() => import('./keywords/lists/keyword-list-page.tsx'));
const DomainPage = lazy(() => import('./domain/domain-page.tsx'));
const PageView = lazy(() => import('./domain/pages/page-view.tsx'));
const BatchesSection = lazy(() => import('./batches/batches-section.tsx'));
const JournalPage = lazy(() => import('./journal/journal-page.tsx'));
const QueuePage = lazy(() => import('./queue/queue-page.tsx'));

/** The view of a route. All but the first are loaded on first use. */
export function View({ route }: { route: Route }) {
  return <Part of={viewKey(route)}>{viewOf(route)}</Part>;
}

function viewOf(route: Route) {
  switch (route.view) {
    case 'overview':
      return <OverviewPage />;
    case 'keys':
      return <KeysPage />;
    case 'key':
      return <KeyPage key={route.id} id={route.id} />;
    case 'domains':
      return <PortfolioPage query={route.query ?? ''} />;
    case 'compare':
      return <ComparePage query={route.query ?? ''} />;
    case 'keywords':
      return <KeywordsPage query={route.query ?? ''} />;
    case 'long-tail':
      return <LongTailPage query={route.query ?? ''} />;
    case 'keyword-lists':
      return <KeywordListsPage />;
    case 'keyword-list':
      return <KeywordListPage key={route.id} id={route.id} />;
    case 'domain':
      return <DomainPage key={route.domain} domain={route.domain} />;
    case 'page':
      return <PageView key={route.url} domain={route.domain} url={route.url} />;
    case 'batches':
      return <BatchesSection ids={null} />;
    case 'batch':
      return <BatchesSection ids={route.ids} />;
    case 'journal':
      return <JournalPage />;
    case 'unknown':
      return <UnknownView />;
    case 'queue':
      return <QueuePage />;
  }
}
