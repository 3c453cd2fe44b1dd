import { afterEach, describe, expect, test } from '@jest/globals';
import { NOTFOUND } from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';
import { completeForBatch } from '../../../functions/core/domains/complete-record.ts';
import { fetchForBatch } from '../../../functions/core/domains/fetch-domain.ts';
import { providerSettings } from '../../../functions/core/sources/settings.ts';
import { createSourceSettings } from '../../../functions/core/sources/providers/source-settings.ts';
import type { SourceAnswer } from '../../../functions/core/record/source-answer.ts';
import { recordOf } from '../../../functions/core/record/cached-record.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';
import { hasFailed } from '../../../functions/core/record/record-row.ts';
import { hostVariantsSource } from '../../../functions/core/sources/host-variants.ts';
import { llmsTxtSource } from '../../../functions/core/sources/llms-txt.ts';
import { siteSource } from '../../../functions/core/sources/site/site.ts';
import { createSiteSlots } from '../../../functions/core/sources/site/site-requests.ts';
import { createProviderRateLimit } from '../../../functions/core/platform/rate-limit.ts';
import { coordinationTable, scheduleTable } from '../../support/dynamodb.ts';
import { answering, openRecordServices, scriptedSource } from '../../support/record-services.ts';
import { settingsOf } from '../../support/settings.ts';
import * as local from '../platform/network/local-servers.ts';
import { useFresh } from '../../support/use-opened.ts';

const MINUTE = 60_000;
const address = { setting: 'TRANCO_URL', baseUrl: 'https://provider.example' } as const;
const page = { http_status: 200, final_url: 'https://a.com/', title: 'A', links: { total: 1 } } as DomainRecord['page'];
const tranco = { rank: 7, date: '2026-11-01', rank_30d_ago: null, change_30d: null };
const DOWN: SourceAnswer = { status: 'error', error: { code: 'http_503', message: 'x', retryable: true } };

const makeSources = () => ({
  site: answering('site', { page, seo_score: 90 }, { backgroundMs: 0 }),
  dns: scriptedSource({ id: 'dns', fields: ['dns'], answer: () => ({ status: 'ok', sections: {} }) }),
  rdap: scriptedSource({ id: 'rdap', fields: ['registration'], address }),
  tranco: answering('tranco', { 'popularity.tranco': tranco }, { address }),
  paid: answering('dataforseo', { organic: { etv: 1 } as never }, { address, costUsd: 0.01 }),
});

let sources: ReturnType<typeof makeSources>;
let taken: string[];

const opened = useFresh(() => {
  sources = makeSources();
  taken = [];
  return openRecordServices(Object.values(sources));
});

const allowance = { takeDomain: (domain: string) => Promise.resolve(void taken.push(domain)) };
const fetch = (options: { refresh?: boolean; paid?: boolean; since?: number; domain?: string } = {}) => {
  const request = { domain: 'a.com', refresh: false, since: opened.clock.now, paid: false, allowance, ...options };
  return fetchForBatch(request, opened.services);
};
const recordIn = ({ entry }: Awaited<ReturnType<typeof fetch>>) => JSON.parse(entry.recordJson) as DomainRecord;
const reportOf = (record: DomainRecord, id: string) => record.sources.find((report) => report.id === id)!;
const statuses = (record: DomainRecord) => record.sources.map(({ id, status }) => `${id} ${status}`);
const requestCounts = () => Object.values(sources).map(({ requests }) => requests);
const entry = () => opened.entryOf();
const query = (refresh = false) => opened.fetch(refresh ? 'refresh' : 'query');
const history = async () =>
  (await opened.services.history.read('a.com', { from: '2026-10-01', to: '2026-12-01', limit: 100 })).snapshots;
const everyNameIsGone = () => {
  const resolve4 = () => Promise.reject(Object.assign(new Error(), { code: NOTFOUND }));
  opened.services.network = {
    resolver: () => ({ resolve4, cancel: () => {} }),
    release: () => Promise.resolve(),
  } as never;
};

describe('a new domain', () => {
  test('is fetched from its own hosts only; sources with a rate limit stay pending', async () => {
    const fetched = await fetch({ paid: true });
    expect(fetched.cacheStatus).toBe('miss');
    const record = recordIn(fetched);
    expect(statuses(record)).toEqual(['site ok', 'dns ok', 'rdap pending', 'tranco pending', 'dataforseo pending']);
    expect(record).toMatchObject({ complete: false, page: { title: 'A' }, seo_score: 90 });
    expect([requestCounts(), taken]).toEqual([[1, 1, 0, 0, 0], ['a.com']]);
    expect(await history()).toMatchObject([{ origin: 'query', seo_score: 90, tranco_rank: null }]);
  });

  test('is neither queued, nor recorded as requested, nor followed, but is in the domain list', async () => {
    await fetch({ paid: true });
    expect(opened.sent).toEqual([]);
    const Key = { domain: 'a.com' };
    const { Item } = await opened.db.get({ TableName: scheduleTable.name, Key });
    expect(Item).toEqual({
      domain: 'a.com',
      initial: 'a',
      row: { at: opened.clock.now / 1_000, score: 90, past: [], year: new Uint8Array() },
    });
  });

  test('has a retry of the pending sources due at the first query of the domain', async () => {
    const { retries, retryAt } = (await fetch({ paid: true })).entry;
    const now = opened.clock.now;
    expect([retryAt, retries.tranco]).toEqual([now, { failures: 0, dueAt: now }]);
  });

  test('reports excluded paid sources as paid_not_requested, which is not a failure', async () => {
    opened.services.sources = [sources.site, sources.paid];
    const record = recordIn(await fetch());
    const paid = reportOf(record, 'dataforseo');
    expect(paid).toMatchObject({ status: 'skipped', error: { code: 'paid_not_requested', retryable: false } });
    expect([record.complete, hasFailed(paid), sources.paid.requests]).toEqual([true, false, 0]);
    expect((await entry())!.retryAt).toBeNull();
  });

  test('reports sources that are disabled or have no key as such', async () => {
    opened.services.settings = createSourceSettings(settingsOf(providerSettings, { DISABLED_SOURCES: 'tranco' }));
    sources.paid.keys = ['dataforseo-login'];
    for (const paid of [false, true]) {
      const record = recordIn(await fetch({ paid, refresh: paid }));
      expect(reportOf(record, 'tranco')).toMatchObject({ status: 'skipped', error: { code: 'disabled' } });
      expect(reportOf(record, 'dataforseo')).toMatchObject({ status: 'not_configured', error: null });
    }
  });

  test('without data is not stored', async () => {
    for (const source of [sources.site, sources.dns]) source.answer = () => DOWN;
    await expect(fetch()).rejects.toMatchObject({ code: 'all_sources_failed' });
    expect(await entry()).toBeNull();
  });
});

describe('a name that is not in DNS', () => {
  test('is not found if the registry does not have it', async () => {
    everyNameIsGone();
    sources.rdap.answer = () => ({ status: 'empty', sections: { registration: null } });
    await expect(fetch()).rejects.toMatchObject({ code: 'domain_not_found' });
    await expect(fetch()).rejects.toMatchObject({ code: 'domain_not_found' });
    expect([requestCounts(), taken]).toEqual([[0, 0, 1, 0, 0], []]);
  });

  test('has a record with the answer of the registry, which is requested once', async () => {
    everyNameIsGone();
    const registration = { registered_at: '2001-01-01T00:00:00.000Z' } as DomainRecord['registration'];
    sources.rdap.answer = () => ({ status: 'ok', sections: { registration } });
    for (const source of [sources.site, sources.dns]) source.answer = () => DOWN;
    const record = recordIn(await fetch());
    expect(record).toMatchObject({ page: null, registration });
    expect([sources.rdap.requests, reportOf(record, 'rdap').status]).toEqual([1, 'ok']);
  });

  test('is requested from the registry with the rate limit of batches', async () => {
    everyNameIsGone();
    const used: string[] = [];
    const clientOf = (mode: string) => ({ request: () => Promise.resolve(void used.push(mode)) });
    opened.services.http = { inline: clientOf('inline'), batch: clientOf('batch') } as never;
    sources.rdap.fetch = async (_domain, { http }) => {
      await http.request('', {} as never);
      return { status: 'empty' };
    };
    await expect(fetch()).rejects.toMatchObject({ code: 'domain_not_found' });
    expect(used).toEqual(['batch']);
  });
});

describe('a refresh', () => {
  test('keeps the last sections of sources that are not requested, marked as cached', async () => {
    await query();
    opened.clock.now += MINUTE;
    const fetched = await fetch({ refresh: true });
    const record = recordIn(fetched);
    expect(fetched.cacheStatus).toBe('refreshed');
    expect(Date.parse(fetched.entry.updatedAt)).toBe(opened.clock.now);
    expect(record).toMatchObject({ complete: false, popularity: { tranco }, organic: { etv: 1 } });
    const kept = { from_cache: true, fetched_at: new Date(opened.clock.now - MINUTE).toISOString() };
    expect(reportOf(record, 'tranco')).toMatchObject({ status: 'pending', ...kept });
    expect(reportOf(record, 'dataforseo')).toMatchObject({ status: 'skipped', ...kept });
    expect(requestCounts()).toEqual([2, 2, 1, 1, 1]);
    expect((await history())[0]).toMatchObject({ origin: 'refresh', seo_score: 90, tranco_rank: null });
  });

  test('accepts an entry that was fetched since it was requested, and is not counted', async () => {
    const since = opened.clock.now;
    opened.clock.now += MINUTE;
    await query();
    opened.clock.now += MINUTE;
    await fetch({ refresh: true, since });
    expect([requestCounts(), taken]).toEqual([[1, 1, 1, 1, 1], []]);
  });

  test('does not set sources to pending that answered during the refresh', async () => {
    await query();
    sources.site.answer = async () => {
      opened.clock.now += MINUTE;
      sources.site.answer = makeSources().site.answer;
      await query(true);
      return { status: 'ok', sections: { page, seo_score: 80 } };
    };
    opened.clock.now += MINUTE;
    const record = recordIn(await fetch({ refresh: true }));
    expect(reportOf(record, 'tranco')).toMatchObject({ status: 'ok', from_cache: false });
  });
});

describe('a domain that is cached', () => {
  test('is returned unchanged with its pending sources', async () => {
    await fetch({ paid: true });
    opened.clock.now += 60 * MINUTE;
    expect((await fetch({ paid: true })).cacheStatus).toBe('hit');
    expect([requestCounts(), taken]).toEqual([[1, 1, 0, 0, 0], ['a.com']]);
  });

  test('whose home page was never read is retried when due, without being counted', async () => {
    sources.site.answer = () => DOWN;
    const first = await fetch();
    expect(recordIn(first).page).toBeNull();
    sources.site.answer = makeSources().site.answer;
    expect(recordIn(await fetch()).page).toBeNull();
    opened.clock.now += 20 * MINUTE;
    const retried = await fetch();
    expect(recordIn(retried)).toMatchObject({ page: { title: 'A' }, seo_score: 90 });
    expect([retried.cacheStatus, retried.entry.updatedAt]).toEqual(['hit', first.entry.updatedAt]);
    expect([requestCounts(), taken]).toEqual([[2, 1, 0, 0, 0], ['a.com']]);
    expect((await history()).map(({ site_status }) => site_status)).toEqual(['ok', 'http_503']);
  });

  test('is retried once for concurrent callers', async () => {
    sources.site.answer = () => DOWN;
    await fetch();
    opened.clock.now += 20 * MINUTE;
    sources.site.answer = () => sleep(100, DOWN);
    await Promise.all(Array.from({ length: 4 }, () => fetch()));
    expect(sources.site.requests).toBe(2);
  });

  test('with a home page is not retried although its last fetch failed', async () => {
    await fetch();
    sources.site.answer = () => DOWN;
    opened.clock.now += MINUTE;
    await fetch({ refresh: true });
    opened.clock.now += 60 * MINUTE;
    await fetch();
    expect(sources.site.requests).toBe(2);
  });

  test('is rejected if it was blocked before its home page could be read', async () => {
    sources.site.answer = () => DOWN;
    await fetch();
    opened.clock.now += 20 * MINUTE;
    await opened.services.followed.block('a.com');
    await expect(fetch()).rejects.toMatchObject({ code: 'invalid_parameter' });
    expect(sources.site.requests).toBe(1);
  });
});

describe('the requests of a site', () => {
  afterEach(local.closeServers);

  /** Serves a.com over http, with www., for its sources. @returns the requested addresses */
  async function serveSite(): Promise<string[]> {
    const log: string[] = [];
    const port = await local.serveHttp(({ headers, url }, response) => {
      log.push(headers.host!.replace(/:\d+$/, '') + url!);
      response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html' }).end('<title>A</title>');
    });
    const network = local.networkOf({ 'a.com': port, 'www.a.com': port });
    const names = opened.services.network;
    const rateLimit = createProviderRateLimit(opened.db, coordinationTable.name, () => opened.clock.now);
    const slots = createSiteSlots(rateLimit, 0, network.isOverridden);
    opened.services.network = { ...network, resolver: (host) => names.resolver(host) };
    opened.services.siteSlots = { inline: slots, background: slots, batch: slots };
    opened.services.sources = [siteSource, llmsTxtSource, hostVariantsSource];
    return log;
  }
  const homePages = (log: string[]) => log.filter((address) => address.endsWith('.com/'));

  test('include the home page once, and the other variants in the second stage', async () => {
    const log = await serveSite();
    expect(statuses(recordIn(await fetch()))).toEqual(['site ok', 'llms_txt ok', 'host_variants pending']);
    expect(homePages(log)).toEqual(['a.com/']);
    expect(log).toContain('a.com/llms.txt');

    const before = log.length;
    await completeForBatch('a.com', { paid: false }, opened.services);
    const record = recordOf((await entry())!);
    expect(statuses(record)).toEqual(['site ok', 'llms_txt ok', 'host_variants ok']);
    expect(record.host_variants).toMatchObject({ preferred: 'http://a.com', consistent: false });
    expect(log.slice(before)).toEqual(['www.a.com/']);
    expect(homePages(log).toSorted()).toEqual(['a.com/', 'www.a.com/']);

    await completeForBatch('a.com', { paid: false }, opened.services);
    expect(homePages(log)).toHaveLength(2);
  });

  test('leave the source pending if the site has no free slot', async () => {
    const log = await serveSite();
    const busy = createSiteSlots(createProviderRateLimit(opened.db, coordinationTable.name, Date.now), 0, () => false);
    await fetch();
    opened.services.siteSlots = { ...opened.services.siteSlots, batch: busy };
    await completeForBatch('a.com', { paid: false }, opened.services);
    expect(statuses(recordOf((await entry())!))).toEqual(['site ok', 'llms_txt ok', 'host_variants pending']);
    expect(homePages(log)).toEqual(['a.com/']);
  });
});
