import nodeTls from 'node:tls';
import { unlimited } from '../../../../functions/core/accounts/fetch-slots.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import type { IssueRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import { verdictOf } from '../../../../functions/core/site-reports/compare/compare-crawls.ts';
import { compareSite, type SiteCompared } from '../../../../functions/core/site-reports/compare/compare-site.ts';
import type { Coverage } from '../../../../functions/core/crawls/begin-crawl.ts';
import { announceCrawl, type AnnounceServices } from '../../../../functions/core/watches/announce-crawl.ts';
import type { Network } from '../../../../functions/core/platform/network/network.ts';
import { condition } from '../../../../functions/core/watches/conditions.ts';
import type { Finding } from '../../../../functions/core/watches/store/events.ts';
import { readCases } from '../../../support/cases.ts';
import { rowsOf } from '../../../support/compared-rows.ts';
import { useOpened } from '../../../support/use-opened.ts';
import * as local from '../../platform/network/local-servers.ts';
import { html, createCrawlWorld } from '../../crawls/crawl-world.ts';

/** A page by its path or host and path: a status, `reset`, `-> target`, or what it contains. */
type PageSpec = string | { title?: string; links?: string[]; head?: string; header?: string };

interface SiteSpec {
  pages?: Record<string, PageSpec | null>;
  /** Number of further pages, `/p1` and so on, to which the home page links. */
  many?: number;
}

interface CrawlSpec extends SiteSpec {
  /** The site responds over https, and redirects http to it. */
  https?: true;
  crawl?: Coverage & {
    limit?: number;
    admitted?: number;
    owner?: string;
    domain?: string;
    /** Path at whose request the crawl is cancelled. */
    cancelAt?: string;
  };
}

interface PairOfCrawls {
  name: string;
  /** Pages of both sites, if they do not have others. */
  site?: SiteSpec;
  base: CrawlSpec;
  /** Further crawls between the two, which do not count. */
  between?: CrawlSpec[];
  newer: CrawlSpec;
  /** A domain whose audit is the base, or `crawl before`, whatever its end. */
  compareWith?: string;
  /** Ids of issues that are listed; without, those of severity error are. */
  about?: string[];
  new?: string[];
  fixed?: string[];
  persisting?: string[];
  /** Numbers of errors. */
  not_compared?: { newer?: number; base?: number };
  verdict: SiteVerdict;
  /** Whether the watch of the owner of the newer crawl sends an event. */
  event: boolean;
}

type SiteVerdict = ReturnType<typeof verdictOf>;

const DOMAIN = 'site.example';
const OTHER = 'other.example';
const OWNER = 'watcher';

const cases = readCases<PairOfCrawls[]>('compare/pairs-of-crawls');
const world = useOpened(() => createCrawlWorld({}));
afterEach(async () => {
  for (const domain of [DOMAIN, OTHER]) await world.services.crawls.deleteDomain(domain);
});

const trusted = nodeTls.getCACertificates();
let overHttp: Network;
let overHttps: Network;
beforeAll(async () => {
  const ca = await local.authority();
  nodeTls.setDefaultCACertificates([...trusted, ca.cert]);
  const certificate = await local.certificateFor(DOMAIN, { ca });
  const port = await local.serveBoth(certificate, world.listener, (request, response) => {
    response.writeHead(301, { location: `https://${DOMAIN}${request.url!}` }).end();
  });
  overHttp = world.services.network;
  overHttps = { ...overHttp, ...local.networkOf({ [DOMAIN]: port }), resolver: (host) => overHttp.resolver(host) };
});
afterAll(() => {
  nodeTls.setDefaultCACertificates(trusted);
  local.closeServers();
});

function listenerOf(spec: PageSpec): RequestListener {
  return (request, response) => {
    if (spec === 'reset') return void request.socket.destroy();
    if (typeof spec === 'string' && spec.startsWith('-> '))
      return void response.writeHead(301, { location: spec.slice('-> '.length) }).end();
    if (typeof spec === 'string' && /^\d+$/.test(spec)) return void response.writeHead(Number(spec)).end();
    const type = { 'content-type': request.url!.endsWith('.txt') ? 'text/plain' : 'text/html' };
    if (typeof spec === 'string') return void response.writeHead(200, type).end(spec);
    const { title = request.url!, links = [], head = '', header } = spec;
    response.writeHead(200, { ...type, ...(header && { 'x-robots-tag': header }) });
    response.end(html(title, ...links).replace('<title>', `${head}<title>`));
  };
}

/** Makes the site respond as specified. */
function serve({ pages = {}, many = 0 }: SiteSpec, onRequest: (path: string) => void): void {
  for (const path of Object.keys(world.answers)) delete world.answers[path];
  const numbers = Array.from({ length: many }, (_, index) => `/p${index + 1}`);
  const home = pages['/'] ?? { links: [...numbers, ...Object.keys(pages).filter((path) => path.startsWith('/'))] };
  const all = { ...Object.fromEntries(numbers.map((path) => [path, {}])), '/': home, ...pages };
  for (const [path, spec] of Object.entries(all)) {
    if (spec === null) continue;
    const listener = listenerOf(spec);
    world.answers[path] = (request, response) => {
      onRequest(path);
      listener(request, response);
    };
  }
}

/** Crawls the site as specified, with a watch of its owner. @returns what the watch finds */
async function crawl(site: SiteSpec, { pages, many, https, crawl: spec = {} }: CrawlSpec): Promise<Finding[]> {
  const { limit = 100, admitted, owner = OWNER, domain = DOMAIN, cancelAt, ...coverage } = spec;
  const found: Finding[] = [];
  world.services.network = https ? overHttps : overHttp;
  serve({ pages: { ...site.pages, ...pages }, many: many ?? site.many ?? 0 }, (path) => {
    // A crawl checks before each request whether it was cancelled.
    world.clock.now += 1_000;
    if (path === cancelAt) void world.services.crawls.cancel(domain, owner);
  });
  world.services.announce = (end) => announceCrawl(end, watchOf(coverage, found));
  const allowance = admitted === undefined ? null : allowanceOf(admitted);
  world.clock.now += 60_000;
  await world.begin(limit, { owner, allowance }, domain, coverage);
  await world.workOff();
  return found;
}

const allowanceOf = (admitted: number) => ({
  reservePages: () => Promise.resolve(admitted),
  returnPages: () => Promise.resolve(),
});

/** A watch of new errors of crawls with this scope. */
function watchOf({ include = [], exclude = [], depth = null }: Coverage, found: Finding[]): AnnounceServices {
  const watch = {
    ...{ id: 'w1', owner: OWNER, conditions_at: 0, crawl: { every: 'day', pages: 100, include, exclude, depth } },
    conditions: [condition.parse({ on: 'new_issues', severity: 'error' })],
  };
  return {
    watches: {
      watchingOf: () => Promise.resolve([{ watch, place: { owner: OWNER, watch: 'w1', since: 0 } }]),
      noteEvents: () => Promise.resolve(),
    },
    events: { record: (_watch: string, finding: Finding) => Promise.resolve(void found.push(finding)) },
    list: { states: () => Promise.resolve(new Map()) },
    timeline: { add: () => Promise.resolve() },
    deliveries: { add: () => Promise.resolve() },
  } as unknown as AnnounceServices;
}

const pathOf = (url: string) => url.replace(/^https?:\/\/(?:www\.)?(?:site|other)\.example(?=\/)/, '');
const textOf = ({ issue, url, target }: IssueRow) =>
  `${issue} ${pathOf(url)}${target === null ? '' : ` -> ${pathOf(target)}`}`;

function outcomeOf({ newer, comparison }: SiteCompared, about: string[] | undefined, findings: Finding[]) {
  const isListed = ({ issue, severity }: IssueRow) => (about ? about.includes(issue) : severity === 'error');
  const listed = (rows: readonly IssueRow[]) => rows.filter(isListed).map(textOf).sort();
  const { added, fixed, persisting, notCompared } = rowsOf(comparison);
  return {
    ...{ new: listed(added), fixed: listed(fixed), persisting: listed(persisting) },
    not_compared: { newer: notCompared.newer.error, base: notCompared.base.error },
    verdict: verdictOf(comparison, newer),
    event: findings.length > 0,
  };
}

describe('two crawls', () => {
  test.each(cases.map((each) => [each.name, each] as const))('%s', async (_name, pair) => {
    const { site = {}, base, between = [], newer, compareWith, about } = pair;
    for (const each of [base, ...between]) await crawl(site, each);
    const findings = await crawl(site, newer);
    const domain = newer.crawl?.domain ?? DOMAIN;
    const owner = newer.crawl?.owner ?? OWNER;
    const { crawls } = world.services;
    const before = compareWith === 'crawl before' ? (await crawls.list(domain))[1]!.id : compareWith;
    const compared = await compareSite(
      { domain, base: before },
      { ownerOf: () => Promise.resolve(owner), whileComparing: unlimited },
      crawls,
    );
    const { new: added = [], fixed = [], persisting = [], not_compared, verdict, event } = pair;
    expect(outcomeOf(compared, about, findings)).toEqual({
      ...{ new: added.toSorted(), fixed: fixed.toSorted(), persisting: persisting.toSorted() },
      not_compared: { newer: 0, base: 0, ...not_compared },
      ...{ verdict, event },
    });
  });
});
