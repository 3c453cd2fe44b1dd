import Tabs from '@cloudscape-design/components/tabs';
import { useState } from 'react';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { useSiteText } from '../../language/site/use-site-text.ts';
import { useText } from '../../language/use-language.ts';
import { SiteFigures } from './figures/site-figures.tsx';
import { SiteIssues } from './issues/site-issues.tsx';
import { PagesList } from './list/pages-list.tsx';
import { ALL_PAGES, type Selection } from './list/selection.ts';
import { SiteChanges } from './site-changes.tsx';
import { useTab } from '../../routing/use-tab.ts';

const tabs = ['issues', 'list', 'figures', 'changes'] as const;

/** What the last crawl that has ended came to. */
export function SiteResult({ domain, of }: { domain: string; of: SiteAnswer }) {
  const text = useText();
  const site = useSiteText();
  const [tab, setTab] = useTab(tabs, 1);
  const [selection, setSelection] = useState<Selection>(ALL_PAGES);
  /** An issue whose pages were asked for: the list takes the focus. */
  const [isSent, setSent] = useState(false);

  function showPages(issue: string) {
    setSelection({ ...ALL_PAGES, issue });
    setSent(true);
    setTab('list');
  }
  return (
    <Tabs
      ariaLabel={text.domain.tabs.site}
      activeTabId={tab}
      onChange={({ detail }) => {
        setSent(false);
        setTab(detail.activeTabId);
      }}
      tabs={[
        {
          id: 'issues',
          label: site.tabs.issues,
          content: <SiteIssues domain={domain} of={of} onShowPages={showPages} />,
        },
        {
          id: 'list',
          label: site.tabs.list,
          content: (
            <PagesList
              domain={domain}
              issues={of.issues ?? []}
              selection={selection}
              takesFocus={isSent}
              onSelect={setSelection}
            />
          ),
        },
        { id: 'figures', label: site.tabs.figures, content: <SiteFigures domain={domain} of={of} /> },
        { id: 'changes', label: site.tabs.changes, content: <SiteChanges domain={domain} of={of.changes} /> },
      ]}
    />
  );
}
