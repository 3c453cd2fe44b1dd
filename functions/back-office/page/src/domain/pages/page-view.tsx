import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { useState } from 'react';
import type { Page } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useText } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useAction } from '../../loading/use-action.ts';
import { useLoad } from '../../loading/use-load.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { Audits } from '../audits/audits.tsx';
import { SourcesTable } from '../sources-table.tsx';
import { PageFacts } from './page-facts.tsx';
import { PageHead } from './page-head.tsx';
import { PageSecurity } from './page-security.tsx';
import { Acting, useMayAct } from '../../api/role.ts';
import { useTab } from '../../routing/use-tab.ts';
import { useTitle } from '../../routing/use-title.ts';

const tabs = ['audits', 'page', 'security', 'keywords', 'sources'] as const;

/** All that is known of one page, which is fetched where it is not stored. */
export default function PageView({ domain, url }: { domain: string; url: string }) {
  const api = useApi();
  const text = useText();
  useTitle(url, domain, text.domains.title);
  const { run, busy } = useAction();
  const [refreshed, setRefreshed] = useState<Page | null>(null);
  const mayAct = useMayAct();
  const loaded = useLoad(
    (signal) => (mayAct ? api.page({ url }, signal) : api.storedPage(url, signal)),
    [api, url, mayAct],
  );
  const refresh = () => void run(async () => setRefreshed(await api.page({ url, refresh: true })));
  return (
    <SpaceBetween size="l">
      <Container
        header={
          <Header
            variant="h1"
            actions={
              <Acting>
                <Button loading={busy} disabled={loaded.loading} onClick={refresh}>
                  {text.pages.refresh}
                </Button>
              </Acting>
            }
          >
            <SiteText>{url}</SiteText>
          </Header>
        }
      >
        <ShowLoaded of={loaded}>{(page) => <PageHead of={refreshed ?? page} />}</ShowLoaded>
      </Container>
      {loaded.data !== null && <PageTabs of={refreshed ?? loaded.data} />}
    </SpaceBetween>
  );
}

function PageTabs({ of }: { of: Page }) {
  const text = useText();
  const [tab, setTab] = useTab(tabs);
  const keywords = of.keywords?.map(({ keyword }) => keyword).join(' · ');
  return (
    <Tabs
      ariaLabel={of.url}
      activeTabId={tab}
      onChange={({ detail }) => setTab(detail.activeTabId)}
      tabs={[
        { id: 'audits', label: text.domain.tabs.audits, content: <Audits record={of} /> },
        { id: 'page', label: text.pages.facts, content: <PageFacts of={of} /> },
        { id: 'security', label: text.record.sections.security_headers, content: <PageSecurity of={of} /> },
        {
          id: 'keywords',
          label: text.pages.keywords,
          content: <Box>{keywords === undefined ? text.common.not_known : keywords || text.common.none}</Box>,
        },
        { id: 'sources', label: text.domain.tabs.sources, content: <SourcesTable sources={of.sources} /> },
      ]}
    />
  );
}
