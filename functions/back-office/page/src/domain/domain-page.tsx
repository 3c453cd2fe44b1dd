import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { useCallback, useState } from 'react';
import type { DomainDetails } from '../../../contract.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useNotify } from '../loading/use-notify.ts';
import { Audits } from './audits/audits.tsx';
import { DomainActions } from './domain-actions.tsx';
import { DomainHead } from './domain-head.tsx';
import { HistoryTab } from './history/history-tab.tsx';
import { outcomeOf } from './outcome.ts';
import { Overview } from './overview.tsx';
import { PagesTab } from './pages/pages-tab.tsx';
import { RecordSections } from './record/record-sections.tsx';
import { SiteTab } from './site/site-tab.tsx';
import { SourcesTable } from './sources-table.tsx';
import { useDomain } from './use-domain.ts';
import type { Watch } from './watch.ts';
import { WithRecord } from './with-record.tsx';
import { useTab } from '../routing/use-tab.ts';
import { useTitle } from '../routing/use-title.ts';

const tabs = ['overview', 'audits', 'record', 'sources', 'pages', 'site', 'history'] as const;

/** All that is known of one domain. */
export default function DomainPage({ domain }: { domain: string }) {
  const text = useText();
  const format = useFormat();
  const { notify } = useNotify();
  const [tab, setTab] = useTab(tabs);
  useTitle(text.domain.tabs[tab], domain, text.domains.title);
  const [fetches, setFetches] = useState(0);
  const onDone = useCallback(
    (watch: Watch, details: DomainDetails) => {
      setFetches((count) => count + 1);
      const outcome = outcomeOf(watch, details, text, format);
      if (outcome) notify(outcome);
    },
    [notify, text, format],
  );
  const { details, watching, watchNow } = useDomain(domain, onDone);
  return (
    <ShowLoaded of={details}>
      {(data) => (
        <SpaceBetween size="l">
          <DomainHead
            of={data}
            watching={watching}
            actions={<DomainActions of={data} watching={watching} onAsked={watchNow} onChanged={details.reload} />}
          />
          <Tabs
            ariaLabel={data.domain_unicode}
            activeTabId={tab}
            onChange={({ detail }) => setTab(detail.activeTabId)}
            tabs={[
              {
                id: 'overview',
                label: text.domain.tabs.overview,
                content: <WithRecord of={data}>{(record) => <Overview record={record} />}</WithRecord>,
              },
              {
                id: 'audits',
                label: text.domain.tabs.audits,
                content: <WithRecord of={data}>{(record) => <Audits record={record} />}</WithRecord>,
              },
              {
                id: 'record',
                label: text.domain.tabs.record,
                content: <WithRecord of={data}>{(record) => <RecordSections record={record} />}</WithRecord>,
              },
              {
                id: 'sources',
                label: text.domain.tabs.sources,
                content: <WithRecord of={data}>{(record) => <SourcesTable sources={record.sources} />}</WithRecord>,
              },
              {
                id: 'pages',
                label: text.domain.tabs.pages,
                content: <PagesTab domain={domain} />,
              },
              {
                id: 'site',
                label: text.domain.tabs.site,
                content: <SiteTab domain={domain} />,
              },
              {
                id: 'history',
                label: text.domain.tabs.history,
                content: <HistoryTab domain={domain} fetches={fetches} />,
              },
            ]}
          />
        </SpaceBetween>
      )}
    </ShowLoaded>
  );
}
