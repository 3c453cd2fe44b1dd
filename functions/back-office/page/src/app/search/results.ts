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
  /** Where it leads; absent: it is a command. */
  href?: string;
  command?: Command;
}

/** An action of the search that is confirmed or completed in a dialog, or done at once. */
export type Command =
  { name: 'add'; domain?: string } | { name: DomainCommand; domain: string } | { name: 'crawl-all' };
type DomainCommand = (typeof DOMAIN_COMMANDS)[number]['name'];

/** What can be done with a stored domain, in the order of the list. */
const DOMAIN_COMMANDS = [
  { name: 'crawl', icon: 'search' },
  { name: 'watch', icon: 'watches' },
  { name: 'refresh', icon: 'reload' },
] as const satisfies readonly { name: string; icon: IconName }[];

export interface ResultGroup {
  id: 'domains' | 'pages' | 'issues' | 'lists' | 'views' | 'actions';
  results: Result[];
}

const MAX_DOMAINS = 8;
/** Domains that actions are offered for. */
const MAX_ACTED = 3;
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
export type StoredDomain = Pick<DomainRow, 'domain' | 'domain_unicode' | 'blocked'>;

interface Searched {
  domains: readonly StoredDomain[];
  /** Pages that were found for the query. */
  pages: readonly FoundPage[];
  /** All issues, with their names in the page's language. */
  issues: readonly { id: string; name: string }[];
  /** The lists of keywords of the user. */
  lists: readonly { id: string; name: string }[];
  views: readonly { section: Section; text: string }[];
  /** The domain whose view is shown; `null`: none. */
  shown: string | null;
  /** Whether the user may change something: otherwise only links are offered. */
  mayAct: boolean;
  t: Translate;
}

/**
 * Returns the results for a query, in groups of which none is empty: domains whose name contains it, pages of
 * a domain, issues, lists of keywords, views, and what can be done with it. Without a query, all views, and the actions that
 * concern no domain or the one that is shown.
 */
export function resultsOf(query: string, searched: Searched): ResultGroup[] {
  const { domains, pages, issues, lists, views, mayAct, t } = searched;
  const asked = query.trim().toLowerCase();
  const isPage = pageOf(query.trim(), domains) !== null;
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
        ...(asked === '' ? [] : namedActions(query.trim(), searched)),
        ...domainActions(asked, searched),
        ...(mayAct ? actions(t).filter(({ text }) => contains(text)) : []),
        ...(asked === '' || isPage ? [] : [keywordSearch(query.trim(), t)]),
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

const domainResult = ({ domain, domain_unicode: name }: Pick<StoredDomain, 'domain' | 'domain_unicode'>): Result => ({
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

/** The actions on the domain that is shown, and on those that a word of the query finds; their texts contain every word. */
function domainActions(asked: string, { domains, shown, mayAct, t }: Searched): Result[] {
  const words = asked.split(/\s+/).filter(Boolean);
  const found = words.flatMap((word) => domainsWith(word, domains));
  const present = domains.filter(({ domain }) => domain === shown);
  const first = words.length > 0 && found.length === 0 && present.length === 0 ? domains.slice(0, MAX_ACTED) : [];
  const acted = [...new Set([...found.slice(0, MAX_ACTED), ...present, ...first])];
  return acted
    .flatMap((one) => [...(mayAct && !one.blocked ? commandsOn(one, t) : []), comparisonOf(one, t)])
    .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
}

const commandsOn = ({ domain, domain_unicode }: StoredDomain, t: Translate): Result[] =>
  DOMAIN_COMMANDS.map(({ name, icon }) => ({
    id: `${name} ${domain}`,
    text: t(`search.commands.${name}`, { domain: domain_unicode }),
    icon,
    command: { name, domain },
  }));

const comparisonOf = ({ domain, domain_unicode }: StoredDomain, t: Translate): Result => ({
  id: `compare ${domain}`,
  text: t('search.commands.compare', { domain: domain_unicode }),
  icon: 'compare',
  href: hrefOf({ view: 'compare', query: `domains=${domain}` }),
});

/** What can be done with the page or the domain that a query names, and that is not stored. */
function namedActions(query: string, { domains, mayAct, t }: Searched): Result[] {
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
  if (domain === null || domains.some((stored) => stored.domain === domain)) return [];
  return [
    { ...domainResult({ domain, domain_unicode: name }), text: t('search.open_domain', { domain: name }) },
    ...(mayAct ? [addition(t('search.commands.add_named', { domain: name }), domain)] : []),
  ];
}

const keywordSearch = (query: string, t: Translate): Result => ({
  id: 'keywords',
  text: t('search.keywords_for', { query }),
  icon: 'keywords',
  href: hrefOf({ view: 'keywords', query: new URLSearchParams({ q: query }).toString() }),
});

/** The address of a page, with the stored domain that it belongs to, or else its host. */
function pageOf(query: string, domains: readonly StoredDomain[]): { url: string; domain: string } | null {
  if (!/^https?:\/\//i.test(query) || !URL.canParse(query)) return null;
  const { hostname, pathname, href } = new URL(query);
  if (pathname === '/') return null;
  return { url: href, domain: domainOf(hostname, domains) ?? hostname };
}

const addition = (text: string, domain?: string): Result => ({
  id: `add ${domain ?? ''}`,
  text,
  icon: 'plus',
  command: { name: 'add', ...(domain !== undefined && { domain }) },
});

/** What an operator can do that concerns no single domain. */
const actions = (t: Translate): Result[] => [
  addition(t('search.commands.add')),
  { id: 'crawl-all', text: t('search.commands.crawl_all'), icon: 'search', command: { name: 'crawl-all' } },
  { id: 'new batch', text: t('search.new_batch'), icon: 'plus', href: hrefOf({ view: 'batches' }) },
  { id: 'new key', text: t('search.create_key'), icon: 'plus', href: hrefOf({ view: 'keys' }) },
];
