import { useEffect, useRef } from 'react';
import { useApi } from '../../api/use-api.ts';
import { lastCrawlOf } from '../../domain/site/last-crawl.ts';
import { AddDialog } from '../../domains/add/add-dialog.tsx';
import { CrawlAllDialog } from '../../domains/crawl-all-dialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad, useReload } from '../../loading/use-load.ts';
import { useNotify } from '../../loading/use-notify.ts';
import { hrefOf } from '../../routing/route.ts';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { WatchDialog } from '../../watches/watch-dialogs.tsx';
import type { Command } from './results.ts';

/** Completes or confirms a command of the search. */
export default function CommandDialog({ command, onClose }: { command: Command; onClose: () => void }) {
  const reload = useReload();
  switch (command.name) {
    case 'add':
      return (
        <AddDialog
          {...(command.domain !== undefined && { first: command.domain })}
          onAdded={() => reload('domains', 'overview')}
          onClose={onClose}
        />
      );
    case 'watch':
      return <WatchDialog domain={command.domain} onClose={onClose} />;
    case 'crawl':
      return <CrawlDialog domain={command.domain} onClose={onClose} />;
    case 'refresh':
      return <Refresh domain={command.domain} onDone={onClose} />;
    case 'crawl-all':
      return <CrawlAllDialog onClose={onClose} />;
  }
}

interface CrawlDialogProps {
  domain: string;
  onClose: () => void;
}

/** Crawls a site as the last time, once the number of its pages is confirmed. */
function CrawlDialog({ domain, onClose }: CrawlDialogProps) {
  const api = useApi();
  const t = useTranslate();
  const reload = useReload();
  const site = useLoad(['site', domain, {}], { isQuiet: true, isOnlyThis: true });
  const title = t('search.commands.crawl', { domain });
  if (site.data === null) {
    return (
      <Dialog title={title} onClose={onClose}>
        <ShowLoaded of={site}>{() => null}</ShowLoaded>
      </Dialog>
    );
  }
  const last = lastCrawlOf(site.data);
  async function start() {
    await api.crawlSite(domain, { ...last, refresh: true });
    reload('site');
    window.location.assign(hrefOf({ view: 'domain', domain, tab: 'site' }));
    onClose();
  }
  return (
    <ConfirmDialog
      title={title}
      warning={t('search.crawl_pages', { count: last.pages })}
      submit={t('site.crawl')}
      onConfirm={start}
      onClose={onClose}
    />
  );
}

/** Requests a refresh, and shows the domain, whose view waits for it. */
function Refresh({ domain, onDone }: { domain: string; onDone: () => void }) {
  const api = useApi();
  const reload = useReload();
  const { failed } = useNotify();
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    const show = () => {
      reload('domain');
      window.location.assign(hrefOf({ view: 'domain', domain }));
    };
    void api.refresh(domain).then(show, failed).finally(onDone);
  });
  return null;
}
