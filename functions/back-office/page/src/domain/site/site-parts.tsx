import { useEffect, useRef, useState } from 'react';
import type { SiteRow } from '../../../../../core/record/site-schema.ts';
import { useTranslate } from '../../language/use-language.ts';
import { hrefOf } from '../../routing/route.ts';
import { hrefWith, useQuery } from '../../routing/use-route.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { Missing } from '../../ui/missing.tsx';
import { Link } from '../../ui/link.tsx';
import { SearchField } from '../../ui/fields.tsx';
import type { SiteTabName } from '../tabs.ts';

/** The address of a part of an audit, with what is chosen in it. */
export function siteHref(domain: string, tab: SiteTabName, chosen: Readonly<Record<string, string>> = {}): string {
  return hrefWith({ view: 'domain', domain, tab: `site.${tab}` }, chosen);
}

/** The crawl that the address names, as a parameter of requests and addresses; without one, the audit is shown. */
export function useShownCrawl(): Readonly<Record<string, string>> {
  const crawl = useQuery().params.get('crawl');
  return crawl === null ? {} : { crawl };
}

/** An address of the site, which leads to the view of its page. */
export function PageLink({ domain, url }: { domain: string; url: string }) {
  return (
    <Link href={hrefOf({ view: 'page', domain, url })}>
      <SiteText>{url}</SiteText>
    </Link>
  );
}

/** Whether search engines may index a page of a crawl, and why not. */
export function Indexable({ reason }: Pick<SiteRow, 'reason'>) {
  const t = useTranslate();
  if (reason === null) return t('site.state.yes');
  if (reason === 'unknown') return <Missing reason={t('site.states.unknown')} />;
  return t('site.no', { why: t(`site.states.${reason}`) });
}

/** Time after the last key before it is searched. */
const TYPING_MS = 400;

/** A search field, whose text is the parameter `search` of the address a moment after it was typed. */
export function AddressSearch({ label }: { label: string }) {
  const { params, change } = useQuery();
  const stated = params.get('search') ?? '';
  const [typed, setTyped] = useState(stated);
  const last = useRef(stated);
  useEffect(() => {
    // The address was changed elsewhere, such as by the button that goes back.
    if (stated !== last.current) setTyped(stated);
    last.current = stated;
  }, [stated]);
  useEffect(() => {
    if (typed.trim() === last.current) return;
    const timer = setTimeout(() => {
      last.current = typed.trim();
      change({ search: typed.trim() });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return <SearchField label={label} value={typed} onChange={setTyped} />;
}
