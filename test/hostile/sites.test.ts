import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DomainAnswer } from '../../functions/core/record/record.ts';
import { isPublicAddress } from '../../functions/core/platform/network/public-address.ts';
import { domainAnswer } from '../../functions/core/record/schema.ts';
import { sources } from '../../functions/core/sources/index.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { closeServers } from '../unit/platform/network/local-servers.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { proKeys } from '../support/pro-keys.ts';
import { memoryOf } from './support/process-memory.ts';
import { seed } from './support/seed.ts';
import type { Attack } from './support/sites/attack.ts';
import { bodies, slowness } from './support/sites/bodies.ts';
import { handshakes, slowHandshakes } from './support/sites/handshakes.ts';
import { pages } from './support/sites/pages.ts';
import { privateIPv4, privateIPv6 } from './support/sites/private-addresses.ts';
import { startRebinding, triedAddresses } from './support/sites/rebinding.ts';
import { redirects } from './support/sites/redirects.ts';
import { robotsFiles, slowRobotsFiles } from './support/sites/robots-files.ts';
import { type SiteHost, startSiteHost } from './support/sites/site-host.ts';
import { sitemapFiles, slowSitemapFiles } from './support/sites/sitemap-files.ts';

const SUFFIX = 'hostile.test';
/** Time limits of the crawl (docs/sources.md) and of the response (API Gateway). */
const CRAWL_MS = 20_000;
const ANSWER_MS = 25_000;
/** Hostile sites that are crawled at once, besides the slow ones. */
const AT_ONCE = tries(2, 4);
const SLOW_AT_ONCE = 8;
/** Memory of a waiting instance, and of the largest crawl, in megabytes. A function has 1024. */
const WAITING_MB = 100;
const CRAWL_MB = 500;

/** Outcome of one attack. */
interface Outcome {
  attack: Attack;
  status: number;
  ms: number;
  error: string | null;
  message: string;
  data: DomainAnswer | null;
  /** Status of the next request, for a domain of the sandbox. */
  next: number;
}

let canary: TestSite;
let siteHost: SiteHost;
let runner: TestRunner;
let keys: string[];
let memory: ReturnType<typeof memoryOf>;
let memoryBefore: number;
let outcomes: Map<string, Promise<Outcome>[]>;

const fast = (port: number) => ({
  ...redirects(port),
  ...bodies(),
  ...handshakes(),
  ...pages(),
  ...robotsFiles(),
  ...sitemapFiles(port),
});
const slow = () => ({ ...slowness(), ...slowHandshakes(), ...slowRobotsFiles(), ...slowSitemapFiles() });
const fastKinds = Object.keys(fast(0));
const slowKinds = Object.keys(slow());

beforeAll(async () => {
  [canary, siteHost] = await Promise.all([
    startSite((_request, response) => void response.end('secret')),
    startSiteHost(SUFFIX),
  ]);
  const others = sources.map(({ id }) => id).filter((id) => id !== 'site' && id !== 'tls');
  runner = await startTestRunner({
    LOCAL_RESOLVE: `*.${SUFFIX}=127.0.0.1:${siteHost.port}`,
    DISABLED_SOURCES: others.join(','),
  });
  keys = await proKeys(runner, 3);
  await query('shop.example');
  memory = memoryOf(runner);
  memoryBefore = memory?.now() ?? 0;
  outcomes = new Map([
    ...attackAll(fast(canary.port), tries(3, 10), AT_ONCE),
    ...attackAll(slow(), tries(1, 4), SLOW_AT_ONCE),
  ]);
});
afterAll(() => Promise.all([runner.close(), canary.close(), siteHost.close()]));

async function query(domain: string, more = '') {
  const key = keys[Math.floor(Math.random() * keys.length)]!;
  const response = await runner.get(`/api/v1/seo/query?domain=${domain}${more}`, { key });
  const body = (await response.json()) as { error?: string; message?: string; data?: unknown };
  const data = response.status === 200 ? domainAnswer.parse(body.data) : null;
  return { status: response.status, error: body.error ?? null, message: body.message ?? '', data };
}

async function attackOnce(attack: Attack): Promise<Outcome> {
  const host = siteHost.host(attack);
  const started = performance.now();
  const answer = await query(host);
  const ms = performance.now() - started;
  return { attack, ms, ...answer, next: (await query('shop.example')).status };
}

/** Runs samples of all kinds, mixed, a few at a time. @returns the outcomes by kind */
function attackAll(kinds: Record<string, fc.Arbitrary<Attack>>, samples: number, atOnce: number) {
  const all = Object.values(kinds).flatMap((kind) => fc.sample(kind, { numRuns: samples, seed }));
  const mixed = all.map((attack, index) => ({ attack, round: index % samples })).toSorted((a, b) => a.round - b.round);
  const waiting = mixed.map(({ attack }) => ({ attack, ...Promise.withResolvers<Outcome>() }));
  const byKind = Map.groupBy(waiting, ({ attack }) => attack.kind);
  const queue = waiting.values();
  for (let worker = 0; worker < atOnce; worker += 1) {
    void (async () => {
      for (const { attack, resolve, reject } of queue) await attackOnce(attack).then(resolve, reject);
    })();
  }
  for (const { promise } of waiting) promise.catch(() => {});
  return [...byKind].map(([kind, members]) => [kind, members.map(({ promise }) => promise)] as const);
}

/** Returns the code of the site's failure, whether or not other sources returned data; `none` if it was read. */
function failureOf({ status, error, message, data }: Outcome): string {
  if (status === 502 && error === 'all_sources_failed') return /site: (\w+)/.exec(message)?.[1] ?? message;
  const site = data?.sources.find(({ id }) => id === 'site');
  return site ? (data!.page ? 'none' : (site.error?.code ?? site.status)) : `${status} ${error}`;
}

function check(outcome: Outcome) {
  const { attack, ms, data, next } = outcome;
  const { failure = ['none'], record } = attack.expected;
  const site = data?.sources.find(({ id }) => id === 'site');
  expect(failure).toContain(failureOf(outcome));
  if (data?.page) record?.(data);
  expect(site?.duration_ms ?? 0).toBeLessThanOrEqual(CRAWL_MS);
  expect(ms).toBeLessThan(ANSWER_MS);
  expect(next).toBe(200);
}

describe('ends in time with a status, and affects no other site:', () => {
  test.each([...fastKinds, ...slowKinds])(
    '%s',
    async (kind) => {
      const all = await Promise.all(outcomes.get(kind)!);
      for (const outcome of all) {
        try {
          check(outcome);
        } catch (error) {
          const { ms, status, message } = outcome;
          const what = `${kind}, ${outcome.attack.detail}, seed ${seed}: ${status} ${message} after ${Math.round(ms)} ms`;
          throw new Error(`${what}\n${(error as Error).message}`, { cause: error });
        }
      }
      tally({ area: 'Hostile sites', what: kind, tried: all.length, outcome: summaryOf(all) });
    },
    timeLimit(180_000, 1_200_000),
  );
});

function summaryOf(all: Outcome[]): string {
  const codes = Map.groupBy(all, (outcome) => failureOf(outcome).replace('none', 'read'));
  const slowest = Math.max(...all.map(({ ms }) => ms)) / 1000;
  const counts = [...codes].map(([code, { length }]) => `${code} ${length}`).toSorted();
  return `${counts.join(', ')}; slowest ${slowest.toFixed(1)} s`;
}

describe('a name that resolves to a private address', () => {
  afterAll(closeServers);
  /** Unassigned global unicast addresses (IANA), so that no host receives anything. */
  const unassigned = fc.integer({ min: 1, max: 0xffff }).map((n) => `3000::${n.toString(16)}`);
  const inside = fc.oneof(
    privateIPv4.map((v4) => v4.join('.')),
    privateIPv6,
  );
  const addressList = fc.array(fc.oneof({ weight: 3, arbitrary: inside }, { weight: 1, arbitrary: unassigned }), {
    minLength: 1,
    maxLength: 4,
  });

  test(
    'is rejected in every form, since each connection checks its address',
    async () => {
      const { network, answer } = await startRebinding();
      let connections = 0;
      const responses = fc.array(addressList, { minLength: 1, maxLength: 4 });
      const property = fc.asyncProperty(responses, async (addresses) => {
        answer(addresses);
        for (const given of addresses) {
          const tried = await triedAddresses(network, 'rebound.example');
          const isAnyPublic = given.some((address) => address.startsWith('3000:'));
          if (!isAnyPublic) expect(tried).toEqual(['address_not_public']);
          else
            for (const address of tried)
              expect([address, isPublicAddress(address)]).toEqual([expect.stringMatching(/^3000:/), true]);
          connections += 1;
        }
      });
      await fc.assert(property, { seed, numRuns: tries(300, 600) });
      const what = 'names that alternate between public and private addresses';
      tally({ area: 'Hostile sites', what, tried: connections, outcome: 'none followed' });
    },
    timeLimit(120_000, 300_000),
  );
});

describe('afterwards', () => {
  beforeAll(() => Promise.allSettled([...outcomes.values()].flat()), timeLimit(180_000, 1_200_000));

  test('no private address was requested', () => {
    expect(canary.requests).toEqual([]);
  });

  test('no instance has exited, and no internal error was logged', () => {
    const lines = runner.output().split('\n');
    expect(lines.filter((line) => /"level":"ERROR"|Task timed out|the instance exited/.test(line))).toEqual([]);
  });

  test('a site is crawled as before', async () => {
    const { status, data } = await query('shop.example', '&refresh=1');
    expect(status).toBe(200);
    expect(data!.sources.find(({ id }) => id === 'site')).toMatchObject({ status: 'ok' });
  });

  test('memory has stayed within its limits', () => {
    if (!memory) return;
    const bound = memoryBefore + (SLOW_AT_ONCE + AT_ONCE) * WAITING_MB + AT_ONCE * CRAWL_MB;
    expect(memory.peak()).toBeLessThan(bound);
  });
});
