import { useState } from 'react';
import type { DomainDetails } from '../../../contract.ts';
import { useApi, useMayAct } from '../api/use-api.ts';
import { useTranslate } from '../language/use-language.ts';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { TagDialog } from '../shared/tag-dialog.tsx';
import { Badge, RelativeTime } from '../ui/values.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuAction } from '../ui/menu.tsx';
import { PageHeader } from '../ui/layout.tsx';
import { useIsNarrow } from '../ui/shown-rows.ts';
import { UnfollowDialog } from '../watches/unfollow-dialog.tsx';
import { WatchDialog } from '../watches/watch-dialogs.tsx';
import { BlockDomain } from './block-domain.tsx';
import { ShareDialog } from './share-dialog.tsx';

interface DomainHeaderProps {
  of: DomainDetails;
  isWorking: boolean;
  /** Called after background work was requested. */
  onRequested: () => void;
  onChanged: () => void;
}

/** The name and the state of a domain, with the actions on it. */
export function DomainHeader(props: DomainHeaderProps) {
  const { domain_unicode, followed, blocked, complete, tags, updated_at, activity } = props.of;
  const t = useTranslate();
  return (
    <PageHeader title={domain_unicode} above={<DomainsAbove />} actions={<Actions {...props} />}>
      {followed && <Badge tone="accent">{t('domains.states.followed')}</Badge>}
      {blocked && <Badge tone="bad">{t('domains.states.blocked')}</Badge>}
      {complete === false && <Badge>{t('domain.incomplete')}</Badge>}
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {updated_at !== null && (
        <span className="ui-quiet ui-small">
          {t('domain.updated')} <RelativeTime time={updated_at} />
        </span>
      )}
      {props.isWorking && (
        <span className="ui-line ui-center ui-gap-2 ui-quiet ui-small" role="status">
          <span className="ui-spinner" aria-hidden="true" />
          {t(`domain.activities.${activity === 'running' ? 'running' : 'waiting'}`)}
        </span>
      )}
    </PageHeader>
  );
}

/** The way to the list of domains. */
export function DomainsAbove() {
  const t = useTranslate();
  return <Breadcrumbs isInline views={[{ href: hrefOf({ view: 'domains' }), text: t('navigation.domains') }]} />;
}

type Dialog = 'watch' | 'unfollow' | 'block' | 'delete' | 'share' | 'tag' | 'untag';

function Actions({ of, isWorking, onRequested, onChanged }: DomainHeaderProps) {
  const { domain, domain_unicode, blocked, followed, tags, record } = of;
  const api = useApi();
  const t = useTranslate();
  const mayAct = useMayAct();
  const isNarrow = useIsNarrow();
  const { run, busy } = useAction();
  const { notify, succeeded } = useNotify();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);

  const refresh = () =>
    run(async () => {
      await api.refresh(domain);
      onRequested();
    });
  const takeSnapshot = () =>
    run(async () => {
      const { is_queued } = await api.takeSnapshot(domain);
      if (is_queued) onRequested();
      else notify({ type: 'info', header: t('domain.has_snapshot', { domain }) });
    });
  const follow = () =>
    run(async () => {
      const { not_followed } = await api.changeDomains({ domains: [domain], follow: true });
      if (not_followed.length > 0) notify({ type: 'warning', header: t('domains.not_followed', { names: domain }) });
      onChanged();
    });
  async function unfollow() {
    await api.changeDomains({ domains: [domain], follow: false });
    onChanged();
  }
  const unblock = () =>
    run(async () => {
      await api.unblock(domain);
      succeeded(t('domain.now_unblocked', { domain }));
      onChanged();
    });
  async function tag(mode: 'tag' | 'untag', names: string[]) {
    const { not_tagged } = await api.changeDomains({
      domains: [domain],
      ...(mode === 'tag' ? { add_tags: names } : { remove_tags: names }),
    });
    if (not_tagged.length > 0) notify({ type: 'warning', header: t('domains.not_tagged', { names: domain }) });
    onChanged();
  }
  async function remove() {
    await api.deleteDomain(domain);
    succeeded(t('domain.now_deleted', { domain }));
    window.location.assign(hrefOf({ view: 'domains' }));
  }

  const links = [
    { id: 'compare', text: t('domain.compare'), href: hrefOf({ view: 'compare', query: `domains=${domain}` }) },
    {
      id: 'keywords',
      text: t('domain.keywords'),
      href: hrefOf({ view: 'keywords', query: new URLSearchParams({ q: keywordOf(of) }).toString() }),
    },
    // A viewer sees the crawls, and cannot start one.
    {
      id: 'crawl',
      text: t(mayAct ? 'domain.crawl' : 'domain.tabs.site'),
      href: hrefOf({ view: 'domain', domain, tab: 'site' }),
    },
  ];
  const isOff = blocked || busy || isWorking;
  const follows = {
    text: t(followed ? 'domains.unfollow' : 'domains.follow'),
    act: () => (followed ? setDialog('unfollow') : void follow()),
  };
  const watches = { text: t('watches.watch'), act: () => setDialog('watch') };
  const changes: MenuAction[] = [
    ...(isNarrow
      ? [
          { id: 'follow', isDisabled: blocked || busy, ...follows },
          { id: 'watch', isDisabled: blocked, ...watches },
        ]
      : []),
    { id: 'snapshot', text: t('domain.snapshot'), isDisabled: isOff, act: () => void takeSnapshot() },
    { id: 'share', text: t('share.title'), act: () => setDialog('share') },
    { id: 'tag', text: t('domains.tag'), act: () => setDialog('tag') },
    { id: 'untag', text: t('domains.untag'), isDisabled: tags.length === 0, act: () => setDialog('untag') },
    {
      id: 'block',
      text: t(blocked ? 'domain.unblock' : 'domain.block'),
      act: () => (blocked ? void unblock() : setDialog('block')),
    },
    { id: 'delete', text: t('domain.delete'), isDanger: true, act: () => setDialog('delete') },
  ];
  return (
    <>
      {mayAct && (
        <>
          <Button variant="primary" icon="reload" isDisabled={isOff} onPress={() => void refresh()}>
            {t('domain.refresh')}
          </Button>
          {!isNarrow && (
            <Button isDisabled={blocked} isBusy={busy} onPress={follows.act}>
              {follows.text}
            </Button>
          )}
          {!isNarrow && (
            <Button icon="watches" isDisabled={blocked} onPress={watches.act}>
              {watches.text}
            </Button>
          )}
        </>
      )}
      <VisitLink isShort={isNarrow} href={record?.page?.final_url ?? `https://${domain}/`} name={domain_unicode} />
      {!mayAct &&
        links.map(({ id, text, href }) => (
          <ButtonLink key={id} href={href}>
            {text}
          </ButtonLink>
        ))}
      {mayAct && <Menu actions={[...links, ...changes]}>{t('domain.more')}</Menu>}
      {dialog === 'block' && <BlockDomain domain={domain} onChanged={onChanged} onClose={close} />}
      {(dialog === 'tag' || dialog === 'untag') && (
        <TagDialog mode={dialog} count={1} onTags={(names) => tag(dialog, names)} onClose={close} />
      )}
      {dialog === 'unfollow' && <UnfollowDialog domains={[domain]} tags={tags} onUnfollow={unfollow} onClose={close} />}
      {dialog === 'watch' && <WatchDialog domain={domain} onClose={close} />}
      {dialog === 'share' && <ShareDialog domain={domain} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('domain.delete_title')}
          warning={t('domain.delete_warning')}
          submit={t('domain.delete')}
          typed={domain}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </>
  );
}

/** A link to the site, in a new tab. Only http and https are linked: the address is that of the site. */
function VisitLink({ href, name, isShort }: { href: string; name: string; isShort: boolean }) {
  const t = useTranslate();
  if (!/^https?:\/\//.test(href)) return null;
  return (
    <a className="ui-button ui-button--secondary" href={href} target="_blank" rel="noopener noreferrer">
      <Icon name="external" />
      <span className={isShort ? 'visually-hidden' : ''}>{t('domain.visit')}</span>
      <span className="visually-hidden">
        {name} {t('ui.new_tab')}
      </span>
    </a>
  );
}

/** What to search keywords for: what the home page is about, or else the first label of the name. */
function keywordOf({ domain_unicode, record }: DomainDetails): string {
  return record?.top_keywords?.[0]?.keyword ?? domain_unicode.replace(/^www\./, '').split('.')[0]!;
}
