import type { DomainRow } from '../../../../contract.ts';
import { asciiHost } from '../../../../../core/platform/names/ascii-host.ts';
import type { Translate } from '../../language/messages.ts';
import { hrefOf } from '../../routing/route.ts';
import type { IconName } from '../../ui/icon-paths.ts';
import type { Section } from '../sections.ts';

/** What the search found, or an action that it offers. */
export interface Result {
  id: string;
  text: string;
  /** After the text, such as the address of a page. */
  detail?: string;
  icon: IconName;
  href: string;
}

export interface ResultGroup {
  id: 'domains' | 'pages' | 'issues' | 'lists' | 'views' | 'actions';
  results: Result[];
}

const MAX_DOMAINS = 8;
const MAX_ISSUES = 5;
/** Shorter texts are in the names of too many issues. */
const MIN_ISSUE_SEARCH = 2;
export const MAX_PAGES = 8;
/** Shorter texts are not searched for on pages. */
const MIN_PAGE_SEARCH = 2;
/** Something with a dot between characters of domain names. */
const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u;

/** A page of the last crawl of a site. */
export interface FoundPage {
  domain: string;
  url: string;
  title: string | null;
}

/** A domain that is stored, in ASCII and as people write it. */
export type StoredDomain = Pick<DomainRow, 'domain' | 'domain_unicode'>;

interface Searched {
  domains: readonly StoredDomain[];
  /** Pages that were found for the query. */
  pages: readonly FoundPage[];
  /** All issues, with their names in the page's language. */
  issues: readonly { id: string; name: string }[];
  /** The lists of keywords of the user. */
  lists: readonly { id: string; name: string }[];
  views: readonly { section: Section; text: string }[];
  t: Translate;
}

/**
 * Returns the results for a query, in groups of which none is empty: domains whose name contains it, pages of
 * a domain, issues, lists of keywords, views, and what can be done with it. Without a query, all views and actions.
 */
export function resultsOf(query: string, { domains, pages, issues, lists, views, t }: Searched): ResultGroup[] {
  const asked = query.trim().toLowerCase();
  const contains = (text: string) => text.toLowerCase().includes(asked);
  const groups: ResultGroup[] = [
    { id: 'domains', results: asked === '' ? [] : domainsWith(asked, domains).map(domainResult) },
    { id: 'pages', results: pages.map(pageResult) },
    {
      id: 'issues',
      results: issues
        .filter(({ name }) => asked.length >= MIN_ISSUE_SEARCH && contains(name))
        .slice(0, MAX_ISSUES)
        .map(({ id, name }) => ({
          id: `issue ${id}`,
          text: name,
          icon: 'issues',
          href: hrefOf({ view: 'issue', id }),
        })),
    },
    {
      id: 'lists',
      results: lists
        .filter(({ name }) => asked !== '' && contains(name))
        .map(({ id, name }) => ({
          id: `list ${id}`,
          text: name,
          icon: 'keywords',
          href: hrefOf({ view: 'keyword-list', id }),
        })),
    },
    {
      id: 'views',
      results: views
        .filter(({ text }) => contains(text))
        .map(({ section, text }) => ({ id: section, text, icon: section, href: hrefOf({ view: section }) })),
    },
    {
      id: 'actions',
      results: [
        ...(asked === '' ? [] : actionsFor(query.trim(), domains, t)),
        ...actions(t).filter(({ text }) => contains(text)),
      ],
    },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

/** @returns those that begin with the query first */
function domainsWith(asked: string, domains: readonly StoredDomain[]): StoredDomain[] {
  const begins = ({ domain, domain_unicode: name }: StoredDomain) => domain.startsWith(asked) || name.startsWith(asked);
  const found = domains.filter(({ domain, domain_unicode: name }) => domain.includes(asked) || name.includes(asked));
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, MAX_DOMAINS);
}

const domainResult = ({ domain, domain_unicode: name }: StoredDomain): Result => ({
  id: `domain ${domain}`,
  text: name,
  icon: 'domains',
  href: hrefOf({ view: 'domain', domain }),
});

const pageResult = ({ domain, url, title }: FoundPage): Result => ({
  id: `page ${url}`,
  text: title ?? url,
  ...(title !== null && { detail: url }),
  icon: 'docs',
  href: hrefOf({ view: 'page', domain, url }),
});

/**
 * Returns the stored domain that a query begins with, and the text to search for on its pages, as in `shop.example/prices`
 * or `shop.example prices`; `null`: there is none.
 */
export function pageSearchOf(
  query: string,
  domains: readonly StoredDomain[],
): { domain: string; search: string } | null {
  const [, host = '', rest = ''] = /^(?:https?:\/\/)?([^/\s]+)[/\s](.*)$/i.exec(query.trim()) ?? [];
  const domain = domainOf(asciiHost(host), domains);
  return domain !== undefined && rest.trim().length >= MIN_PAGE_SEARCH ? { domain, search: rest.trim() } : null;
}

/** The stored domain that a host belongs to. */
function domainOf(host: string | null, domains: readonly StoredDomain[]): string | undefined {
  return domains.find(({ domain }) => host === domain || host?.endsWith(`.${domain}`))?.domain;
}

function actionsFor(query: string, domains: readonly StoredDomain[], t: Translate): Result[] {
  const page = pageOf(query, domains);
  if (page) {
    return [
      {
        id: 'page',
        text: t('search.open_page', { url: page.url }),
        icon: 'external',
        href: hrefOf({ view: 'page', ...page }),
      },
    ];
  }
  const name = query.toLowerCase();
  const domain = DOMAIN.test(name) ? asciiHost(name) : null;
  const isUnknown = domain !== null && !domains.some((stored) => stored.domain === domain);
  return [
    ...(isUnknown
      ? [{ ...domainResult({ domain, domain_unicode: name }), text: t('search.open_domain', { domain: name }) }]
      : []),
    {
      id: 'keywords',
      text: t('search.keywords_for', { query }),
      icon: 'keywords',
      href: hrefOf({ view: 'keywords', query: new URLSearchParams({ q: query }).toString() }),
    },
  ];
}

/** The address of a page, with the stored domain that it belongs to, or else its host. */
function pageOf(query: string, domains: readonly StoredDomain[]): { url: string; domain: string } | null {
  if (!/^https?:\/\//i.test(query) || !URL.canParse(query)) return null;
  const { hostname, pathname, href } = new URL(query);
  if (pathname === '/') return null;
  return { url: href, domain: domainOf(hostname, domains) ?? hostname };
}

const actions = (t: Translate): Result[] => [
  { id: 'new batch', text: t('search.new_batch'), icon: 'plus', href: hrefOf({ view: 'batches' }) },
  { id: 'new key', text: t('search.create_key'), icon: 'plus', href: hrefOf({ view: 'keys' }) },
];
