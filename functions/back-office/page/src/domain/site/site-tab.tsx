import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import type { SiteState } from '../../../../contract.ts';
import { useSiteText } from '../../language/site/use-site-text.ts';
import { useText } from '../../language/use-language.ts';
import { LoadFailed } from '../../loading/load-failed.tsx';
import { Part } from '../../loading/part.tsx';
import { Trouble } from '../../loading/trouble.tsx';
import { CrawlHead } from './crawl-head.tsx';
import { CrawlProgress } from './crawl-progress.tsx';
import { SiteResult } from './site-result.tsx';
import { StartCrawl } from './start-crawl.tsx';
import { useSite } from './use-site.ts';

/** Pages of a crawl, where nothing was chosen yet. */
const USUAL_PAGES = 500;

/** The audit of the whole site of a domain: how far its crawl is, and what the last one came to. */
export function SiteTab({ domain }: { domain: string }) {
  const text = useText();
  const { followed, look, start, stop } = useSite(domain);
  const { state, trouble, waitSeconds } = followed;
  if (state === null) {
    if (trouble !== null) return <LoadFailed error={trouble} onRetry={look} />;
    return (
      <div role="status" aria-label={text.common.loading}>
        <Spinner size="large" />
      </div>
    );
  }
  return (
    <SpaceBetween size="l">
      {trouble !== null && <Trouble error={trouble} waitSeconds={waitSeconds} onRetry={look} />}
      <KnownSite domain={domain} state={state} waitSeconds={waitSeconds} onStart={start} onStop={stop} />
    </SpaceBetween>
  );
}

interface KnownSiteProps {
  domain: string;
  state: SiteState;
  waitSeconds: number | null;
  onStart: (pages: number) => Promise<void>;
  onStop: () => Promise<void>;
}

function KnownSite({ domain, state: { audit, most_pages }, waitSeconds, onStart, onStop }: KnownSiteProps) {
  const site = useSiteText();
  const startCrawl = (pages: number, label: string) => (
    <StartCrawl usual={Math.min(pages, most_pages)} most={most_pages} label={label} onStart={onStart} />
  );
  if (audit === null) {
    return (
      <>
        <Box margin={{ bottom: 's' }}>{site.introduction}</Box>
        {startCrawl(USUAL_PAGES, site.start)}
      </>
    );
  }
  const isOpen = audit.poll_after_seconds !== null;
  return (
    <SpaceBetween size="l">
      {isOpen ? (
        <CrawlProgress of={audit} waitSeconds={waitSeconds} onStop={onStop} />
      ) : (
        startCrawl(audit.progress.limit, site.start_again)
      )}
      {audit.finished_at !== null && (
        <>
          <CrawlHead of={audit} isEarlier={isOpen} />
          <Part of={audit.finished_at}>
            <SiteResult key={audit.finished_at} domain={domain} of={audit} />
          </Part>
        </>
      )}
    </SpaceBetween>
  );
}
