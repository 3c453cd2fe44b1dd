import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { queryDomain, type QueryServices } from '../../../functions/core/domains/fetch-domain.ts';
import { parseHostOverrides } from '../../../functions/core/platform/network/host-overrides.ts';
import { createNetwork } from '../../../functions/core/platform/network/network.ts';
import { createSourceSettings } from '../../../functions/core/sources/providers/source-settings.ts';
import { providerSettings } from '../../../functions/core/sources/settings.ts';
import type { SourceAnswer } from '../../../functions/core/record/source-answer.ts';
import { type DnsServer, startDnsServer, type Zone } from '../../../infra/sandbox/dns-server.ts';
import { openRecordServices, scriptedSource } from '../../support/record-services.ts';
import { settingsOf } from '../../support/settings.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ZONE: Zone = { 'here.example': { A: ['192.0.2.1'] }, 'www.twin.example': { A: ['192.0.2.1'] } };
const UNREGISTERED: SourceAnswer = { status: 'empty', http_status: 404, sections: { registration: null } };

let opened: Awaited<ReturnType<typeof openRecordServices>>;
let dns: DnsServer;
let sources: ReturnType<typeof makeSources>;

function makeSources() {
  return {
    site: scriptedSource({ id: 'site', fields: ['page'], answer: () => ({ status: 'ok', sections: {} }) }),
    rdap: scriptedSource({ id: 'rdap', fields: ['registration'], backgroundMs: 30_000, answer: () => UNREGISTERED }),
  };
}

beforeEach(async () => {
  sources = makeSources();
  opened = await openRecordServices(Object.values(sources));
  dns = await startDnsServer(ZONE);
  lookUpAt(dns.address);
});
afterEach(async () => {
  await Promise.all([dns.close(), opened.close()]);
});

function lookUpAt(address: string) {
  const overrides = parseHostOverrides('*.example=127.0.0.1:1');
  opened.services.network = createNetwork({ overrides, userAgent: 'test', dnsServers: [address] });
}

const query = (domain: string, refresh = false) =>
  queryDomain({ domain, refresh, allowance: null }, {
    ...opened.services,
    schedule: { recordFirstQuery },
  } as unknown as QueryServices);
const recordFirstQuery = () => Promise.resolve(null);
const NOT_FOUND = { code: 'domain_not_found', status: 404, retryable: false };

test('a name that neither DNS nor the registry has is not found, and no other source is requested', async () => {
  await expect(query('gone.example')).rejects.toMatchObject(NOT_FOUND);
  expect([sources.rdap.requests, sources.site.requests]).toEqual([1, 0]);
  expect(await opened.services.cache.read('gone.example')).toBeNull();
  expect(await opened.services.followed.isKnown('gone.example')).toBe(false);
});

test('a missing name is stored for a day, and a refresh looks it up again', async () => {
  await expect(query('gone.example')).rejects.toMatchObject(NOT_FOUND);
  opened.clock.now += DAY - MINUTE;
  await expect(query('gone.example')).rejects.toMatchObject(NOT_FOUND);
  expect(sources.rdap.requests).toBe(1);
  await expect(query('gone.example', true)).rejects.toMatchObject(NOT_FOUND);
  expect(sources.rdap.requests).toBe(2);
  opened.clock.now += DAY + MINUTE;
  sources.rdap.answer = () => ({ status: 'ok', sections: {} });
  expect((await query('gone.example')).cacheStatus).toBe('miss');
});

test('a name that was registered in the meantime is found by a refresh', async () => {
  await expect(query('gone.example')).rejects.toMatchObject(NOT_FOUND);
  sources.rdap.answer = () => ({ status: 'ok', sections: {} });
  expect((await query('gone.example', true)).cacheStatus).toBe('refreshed');
});

test('concurrent callers cause one lookup', async () => {
  const queries = Array.from({ length: 5 }, () => query('gone.example'));
  await Promise.all(queries.map((one) => expect(one).rejects.toMatchObject(NOT_FOUND)));
  expect(sources.rdap.requests).toBe(1);
});

describe('a name exists', () => {
  test.each([
    ['that is in DNS', 'here.example'],
    ['whose www. name is in DNS', 'twin.example'],
  ])('%s, without a request to the registry', async (_, domain) => {
    sources.rdap.inlineMs = 0;
    expect((await query(domain)).cacheStatus).toBe('miss');
    expect(sources.rdap.requests).toBe(0);
  });

  test('that the registry has without name servers; the registry is requested once', async () => {
    sources.rdap.answer = () => ({ status: 'ok', sections: {} });
    expect((await query('parked.example')).cacheStatus).toBe('miss');
    expect(sources.rdap.requests).toBe(1);
  });

  test('that the registry has, also when the keys of sources take long to read: it needs none', async () => {
    const order: string[] = [];
    sources.rdap.answer = async () => {
      order.push('registry');
      await sleep(20);
      return { status: 'ok', sections: {} };
    };
    opened.services.readKeys = () => {
      order.push('keys');
      opened.clock.now += 6_000;
      return Promise.resolve({});
    };
    expect((await query('parked.example')).cacheStatus).toBe('miss');
    expect(order).toEqual(['registry', 'keys']);
  });

  test('if DNS does not answer', async () => {
    lookUpAt('127.0.0.1:9');
    expect((await query('gone.example')).cacheStatus).toBe('miss');
  });

  test('that has an entry already, even if it is gone from DNS', async () => {
    await query('here.example');
    await dns.close();
    dns = await startDnsServer({});
    lookUpAt(dns.address);
    expect((await query('here.example', true)).cacheStatus).toBe('refreshed');
  });
});

describe('if the registry', () => {
  test('has no RDAP server, only DNS is used', async () => {
    const error = { code: 'no_rdap_server', message: 'x', retryable: false };
    sources.rdap.answer = () => ({ status: 'unsupported', error });
    await expect(query('gone.example')).rejects.toMatchObject(NOT_FOUND);
    opened.clock.now += DAY - MINUTE;
    await expect(query('gone.example')).rejects.toMatchObject(NOT_FOUND);
    expect(sources.rdap.requests).toBe(1);
  });

  test('is disabled, only DNS is used', async () => {
    const settings = settingsOf(providerSettings, { DISABLED_SOURCES: 'rdap' });
    opened.services.settings = createSourceSettings(settings);
    await expect(query('gone.example')).rejects.toMatchObject(NOT_FOUND);
    expect(sources.rdap.requests).toBe(0);
  });

  test('is not responsible, since the name is below a registered one, only DNS is used', async () => {
    await expect(query('shop.gone.example')).rejects.toMatchObject(NOT_FOUND);
    expect(sources.rdap.requests).toBe(0);
  });

  test.each([
    ['is late', () => new Promise<never>(() => {})],
    ['fails', () => Promise.resolve({ status: 'error' as const, error: { code: 'x', message: 'x', retryable: true } })],
  ])('%s, it is requested again after 15 minutes', async (_, answer) => {
    sources.rdap.inlineMs = 600_000;
    sources.rdap.answer = answer;
    await expect(query('gone.example')).rejects.toMatchObject(NOT_FOUND);
    opened.clock.now += 14 * MINUTE;
    await expect(query('gone.example')).rejects.toMatchObject(NOT_FOUND);
    expect(sources.rdap.requests).toBe(1);
    opened.clock.now += 2 * MINUTE;
    await expect(query('gone.example')).rejects.toMatchObject(NOT_FOUND);
    expect(sources.rdap.requests).toBe(2);
  });
});

test('deleting a domain deletes the stored missing name', async () => {
  await expect(query('gone.example')).rejects.toMatchObject(NOT_FOUND);
  await opened.deleteItems('gone.example');
  await expect(query('gone.example')).rejects.toMatchObject(NOT_FOUND);
  expect(sources.rdap.requests).toBe(2);
});
