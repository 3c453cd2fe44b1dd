import * as z from 'zod/mini';
import { KNOWN_PER_REQUEST } from '../crawls/crawl-size.ts';
import { MAX_ADDRESSES, PAGES_WITHOUT_PROOF } from '../crawls/page-limits.ts';
import type { AddressLists, ListName } from '../crawls/store/item.ts';
import { invalidParameters, type ParameterProblem } from '../platform/http/errors.ts';
import { rule } from '../platform/http/rules.ts';
import { withoutWww } from '../platform/names/ascii-host.ts';
import { pageAddress } from '../platform/names/page-address.ts';
import { truncate } from '../platform/text/text.ts';

/** Refused addresses that an error lists, and characters of each. */
const MAX_REFUSED = 20;
const MAX_SHOWN = 200;

/** Returns a member of the body of a crawl with addresses of the site. */
function listMember(name: ListName, description: string, example: string) {
  const max = MAX_ADDRESSES[name];
  return z._default(
    z
      .array(z.string(rule('text')), rule('address_list'))
      .check(z.maxLength(max, rule('max_addresses', { max })), z.meta({ description, examples: [[example]] })),
    [],
  );
}

/** Returns the members of the body of a crawl that name what it requests alone. */
export function listMembers() {
  const hosts = 'with or without www., over http or https';
  return {
    urls: listMember(
      'urls',
      `Up to ${MAX_ADDRESSES.urls.toLocaleString('en')} addresses of the domain, ${hosts}: exactly these are requested, ` +
        'and the targets of their redirects on the site; no link is followed. At most ten for each page of the limit. Not ' +
        'together with include, exclude, depth or sitemaps. Default: none',
      'https://example.com/new-page',
    ),
    sitemaps: listMember(
      'sitemaps',
      `Up to ${MAX_ADDRESSES.sitemaps} addresses of sitemaps or sitemap indexes of the domain, ${hosts}: the pages that ` +
        'they list are requested, and the targets of their redirects; no link is followed. Not together with depth. ' +
        'Default: none',
      'https://example.com/sitemap.xml',
    ),
  };
}

/** A scope as a request contains it. */
interface RequestedScope extends AddressLists {
  include: readonly string[];
  exclude: readonly string[];
  depth: number | null;
  /** Page limit. */
  pages: number;
}

/**
 * Returns the lists of a scope in normal form, each address once.
 *
 * @param path of the object with the lists in the body, such as `crawl.`; empty: the body itself
 * @throws {ServiceError} invalid_parameter naming each refused address by its position, the first ones if there are many
 */
export function admittedLists(domain: string, scope: RequestedScope, path = ''): Record<ListName, string[]> {
  const problems = [...contradictions(scope), ...surplus(scope)].map((problem) => ({
    ...problem,
    param: path + problem.param,
  }));
  if (problems.length > 0) throw invalidParameters(problems);
  const refused: ParameterProblem[] = [];
  const admitted = (name: ListName) => {
    const urls = new Set<string>();
    for (const [index, text] of scope[name].entries()) {
      const found = addressOf(text, domain);
      if ('url' in found) urls.add(found.url);
      else refused.push({ param: `${path}${name}.${index}`, ...found.problem });
    }
    return [...urls];
  };
  const lists = { urls: admitted('urls'), sitemaps: admitted('sitemaps') };
  if (refused.length > 0) throw invalidParameters(firstOf(refused, path + refusedList(scope)));
  return lists;
}

function contradictions({ include, exclude, depth, urls, sitemaps }: RequestedScope): ParameterProblem[] {
  const given = {
    include: include.length > 0,
    exclude: exclude.length > 0,
    depth: depth !== null,
    sitemaps: sitemaps.length > 0,
  };
  const refused = (names: (keyof typeof given)[], list: ListName) =>
    names.filter((name) => given[name]).map((param) => ({ param, rule: 'not_with' as const, values: { other: list } }));
  if (urls.length > 0) return refused(['include', 'exclude', 'depth', 'sitemaps'], 'urls');
  return sitemaps.length > 0 ? refused(['depth'], 'sitemaps') : [];
}

/** The addresses of a list are stored, which is more than the allowance counts if the crawl requests few of them. */
function surplus({ urls, pages }: RequestedScope): ParameterProblem[] {
  const max = KNOWN_PER_REQUEST * pages;
  return urls.length > max ? [{ param: 'urls', rule: 'addresses_for_pages', values: { max } }] : [];
}

const refusedList = ({ urls }: AddressLists): ListName => (urls.length > 0 ? 'urls' : 'sitemaps');

type Problem = Pick<ParameterProblem, 'rule' | 'values'>;

function addressOf(text: string, domain: string): { url: string } | { problem: Problem } {
  const address = pageAddress(text);
  if ('problem' in address) return address;
  const host = withoutWww(domain);
  if (address.domain === host) return { url: address.url };
  return { problem: { rule: 'other_host', values: { host, address: truncate(text.trim(), MAX_SHOWN) } } };
}

function firstOf(refused: ParameterProblem[], param: string): ParameterProblem[] {
  const more = refused.length - MAX_REFUSED;
  if (more <= 0) return refused;
  return [...refused.slice(0, MAX_REFUSED), { param, rule: 'more_addresses', values: { count: more } }];
}

/** Requests for an address of a list: its own, and one for the target of its redirect. */
const REQUESTS_PER_ADDRESS = 2;

/**
 * Returns the page limit of a crawl whose request contains none.
 *
 * @param usual limit of other crawls
 * @param maxPages highest page limit of a crawl that the operator allows
 */
export function defaultPageLimit({ urls }: Pick<AddressLists, 'urls'>, usual: number, maxPages: number): number {
  const pages = urls.length === 0 ? usual : Math.min(REQUESTS_PER_ADDRESS * urls.length, PAGES_WITHOUT_PROOF);
  return Math.min(pages, maxPages);
}
