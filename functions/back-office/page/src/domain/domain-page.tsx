import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { type ReactNode, useCallback, useState } from 'react';
import type { DomainAnswer } from '../../../../core/record/record.ts';
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
import { Overview } from './overview/overview.tsx';
import { PagesTab } from './pages/pages-tab.tsx';
import { RecordSections } from './record/record-sections.tsx';
import { SiteTab } from './site/site-tab.tsx';
import { SourcesTable } from './sources-table.tsx';
import { useDomain } from './use-domain.ts';
import { type DomainTab, domainTabs } from './tabs.ts';
import { VitalsTab } from './vitals/vitals-tab.tsx';
import type { Watch } from './watch.ts';
import { WithRecord } from './with-record.tsx';
import { useTab } from '../routing/use-tab.ts';
import { useTitle } from '../routing/use-title.ts';

/** All that is known of one domain. */
export default function DomainPage({ domain }: { domain: string }) {
  const text = useText();
  const format = useFormat();
  const { notify } = useNotify();
  const [tab, setTab] = useTab(domainTabs);
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
      {(data) => {
        const withRecord = (show: (record: DomainAnswer) => ReactNode) => <WithRecord of={data}>{show}</WithRecord>;
        const contents: Record<DomainTab, ReactNode> = {
          overview: withRecord((record) => <Overview record={record} fetches={fetches} />),
          audits: withRecord((record) => <Audits record={record} />),
          vitals: withRecord((record) => <VitalsTab record={record} fetches={fetches} />),
          history: <HistoryTab domain={domain} fetches={fetches} />,
          site: <SiteTab domain={domain} />,
          pages: <PagesTab domain={domain} />,
          record: withRecord((record) => <RecordSections record={record} />),
          sources: withRecord((record) => <SourcesTable sources={record.sources} />),
        };
        return (
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
              tabs={domainTabs.map((id) => ({ id, label: text.domain.tabs[id], content: contents[id] }))}
            />
          </SpaceBetween>
        );
      }}
    </ShowLoaded>
  );
}
