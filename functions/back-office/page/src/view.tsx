import { lazy, useEffect } from 'react';
import { useTranslate } from './language/use-language.ts';
import { Part } from './loading/part.tsx';
import { type Route, viewKey } from './routing/route.ts';
import { useTitle } from './routing/use-route.ts';
import { Spinner } from './ui/feedback.tsx';
import { Card, PageHeader } from './ui/layout.tsx';

const OverviewPage = lazy(() => import('./overview/overview-page.tsx'));
const KeysPage = lazy(() => import('./keys/keys-page.tsx'));
const KeyPage = lazy(() => import('./keys/key-page.tsx'));
const DomainsPage = lazy(() => import('./domains/domains-page.tsx'));
const IssuesPage = lazy(() => import('./issues/issues-page.tsx'));
const IssuePage = lazy(() => import('./issues/issue-page.tsx'));
const ComparePage = lazy(() => import('./compare/compare-page.tsx'));
const KeywordsPage = lazy(() => import('./keywords/keywords-page.tsx'));
const DomainPage = lazy(() => import('./domain/domain-page.tsx'));
const PageView = lazy(() => import('./domain/pages/page-view.tsx'));
const BatchesPage = lazy(() => import('./batches/batches-page.tsx'));
const JournalPage = lazy(() => import('./journal/journal-page.tsx'));
const WatchesPage = lazy(() => import('./watches/watches-page.tsx'));
const QueuePage = lazy(() => import('./queue/queue-page.tsx'));

/** The view of a route. They are loaded on first use. */
export function View({ route }: { route: Route }) {
  return <Part of={viewKey(route)}>{viewOf(route)}</Part>;
}

function viewOf(route: Route) {
  switch (route.view) {
    case 'overview':
      return <OverviewPage query={route.query ?? ''} />;
    case 'keys':
      return <KeysPage />;
    case 'key':
      return <KeyPage key={route.id} id={route.id} />;
    case 'domains':
      return <DomainsPage query={route.query ?? ''} />;
    case 'issues':
      return <IssuesPage />;
    case 'issue':
      return <IssuePage key={route.id} id={route.id} />;
    case 'compare':
      return <ComparePage query={route.query ?? ''} />;
    case 'keywords':
    case 'long-tail':
    case 'keyword-lists':
    case 'keyword-list':
      return <KeywordsPage route={route} />;
    case 'domain':
      return <DomainPage key={route.domain} domain={route.domain} />;
    case 'page':
      return <PageView key={route.url} domain={route.domain} url={route.url} />;
    case 'batches':
      return <BatchesPage ids={null} />;
    case 'batch':
      return <BatchesPage ids={route.ids} />;
    case 'journal':
      return <JournalPage />;
    case 'report':
      return <OtherEntry />;
    case 'unknown':
      return <UnknownView />;
    case 'watches':
      return <WatchesPage />;
    case 'queue':
      return <QueuePage />;
  }
}

/** In place of a report, which is read without sign-in: the page begins again with its address. */
function OtherEntry() {
  useEffect(() => window.location.reload(), []);
  return <Spinner />;
}

/** In place of a view, for an address that leads to none. */
function UnknownView() {
  const t = useTranslate();
  useTitle(t('unknown_view.title'));
  return (
    <>
      <PageHeader title={t('unknown_view.title')} />
      <Card>{t('unknown_view.text')}</Card>
    </>
  );
}
