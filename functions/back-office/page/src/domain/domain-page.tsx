import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { useCallback, useState } from 'react';
import { useText } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useNotify } from '../loading/use-notify.ts';
import { Audits } from './audits/audits.tsx';
import { DomainActions } from './domain-actions.tsx';
import { DomainHead } from './domain-head.tsx';
import { HistoryTab } from './history/history-tab.tsx';
import { Overview } from './overview.tsx';
import { RecordSections } from './record/record-sections.tsx';
import { SourcesTable } from './sources/sources-table.tsx';
import { useDomain } from './use-domain.ts';
import { WithRecord } from './with-record.tsx';

/** All that is known of one domain. */
export default function DomainPage({ domain }: { domain: string }) {
  const text = useText();
  const { succeeded } = useNotify();
  const [fetches, setFetches] = useState(0);
  const onDone = useCallback(() => {
    setFetches((count) => count + 1);
    succeeded(text.domain.done(domain));
  }, [succeeded, text, domain]);
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
            tabs={[
              {
                id: 'overview',
                label: text.domain.tabs.overview,
                content: <WithRecord of={data}>{(record) => <Overview record={record} />}</WithRecord>,
              },
              {
                id: 'audits',
                label: text.domain.tabs.audits,
                content: <WithRecord of={data}>{(record) => <Audits audit={record.audit} />}</WithRecord>,
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
