import { execFile } from 'node:child_process';
import nodeTls from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer, Question } from 'dns-packet';
import * as schema from '../../../functions/core/record/schema.ts';
import { dnsSource } from '../../../functions/core/sources/dns.ts';
import { findRdapServer, rdapSource } from '../../../functions/core/sources/rdap.ts';
import { tlsSource } from '../../../functions/core/sources/tls.ts';
import { faults } from '../../../infra/sandbox/providers/server.ts';
import { readCases } from '../../support/read-cases.ts';
import { contextOf } from '../../support/source-context.ts';
import * as local from '../platform/network/local-servers.ts';
import { closeServers, type DnsReply, networkOf, serveDns } from '../platform/network/local-servers.ts';
import { playProviders } from './play-providers.ts';

/** Zone data: `TYPE name` → the data of its records, or the failure; `*` is any other name. */
type Zone = Record<string, unknown[] | Exclude<DnsReply, Answer[]>>;

interface Case {
  name: string;
  /** `shop.test` by default. */
  domain?: string;
  zone?: Zone;
  /** Changes to the zone of the first case. */
  with?: Zone;
  /** A part of the answer and of its section. */
  expect: { status: string; error?: object; dns?: object | null };
  /** All lookups. */
  lookups?: string[];
}

const cases = readCases<Case>('dns');
const FULL = cases[0]!.zone!;

async function fetchDns(domain: string, zone: Zone) {
  const lookups: string[] = [];
  const reply = ({ type, name }: Question): DnsReply => {
    const key = `${type} ${name.toLowerCase()}`;
    lookups.push(key);
    const found = zone[key] ?? zone['*'];
    if (typeof found === 'string') return found;
    if (found) return found.map((data) => ({ type, name, ttl: 1, data }) as Answer);
    return Object.keys(zone).some((other) => other.endsWith(` ${name.toLowerCase()}`)) ? [] : 'NXDOMAIN';
  };
  const network = networkOf({ '*.test': 1 }, [await serveDns(reply)]);
  const { sections, ...answer } = await dnsSource.fetch(domain, contextOf({ network, now: Date.now }));
  return { ...answer, dns: sections ? schema.dns.parse(sections.dns) : null, lookups };
}

describe('the DNS source', () => {
  afterEach(closeServers);

  describe('the dns source', () => {
    test.each(cases)('$name', async ({ domain = 'shop.test', zone, with: changes, expect: expected, lookups }) => {
      const answer = await fetchDns(domain, zone ?? { ...FULL, ...changes });
      expect(answer).toMatchObject(expected);
      if (lookups) expect(answer.lookups.toSorted()).toEqual(lookups.toSorted());
    });

    test('returns 100 records at most, and their number', async () => {
      const many = Array.from({ length: 120 }, (_, index) => ({ preference: index, exchange: `m${index}.test` }));
      const { dns } = await fetchDns('shop.test', { ...FULL, 'MX shop.test': many });
      expect([dns?.mx?.length, dns?.mx_total]).toEqual([100, 120]);
    });
  });
});

const trusted = nodeTls.getCACertificates();

async function fetchFrom(hosts: Record<string, number>, now = Date.now) {
  const answer = await tlsSource.fetch('site.example', contextOf({ network: local.networkOf(hosts), now }));
  if (answer.sections?.tls) schema.tls.parse(answer.sections.tls);
  return { ...answer, tls: answer.sections?.tls };
}

async function fetchWith(certificate: local.Certificate, host = 'site.example') {
  return fetchFrom({ [host]: await local.serveHttps(certificate, (_, response) => response.end()) });
}

describe('the TLS source', () => {
  let ca: local.Certificate;

  beforeAll(async () => {
    ca = await local.authority();
    nodeTls.setDefaultCACertificates([...trusted, ca.cert]);
  });

  afterAll(() => nodeTls.setDefaultCACertificates(trusted));

  afterEach(local.closeServers);

  describe('the tls source', () => {
    test('describes a trusted certificate', async () => {
      const { status, tls } = await fetchWith(await local.certificateFor('site.example', { ca }));
      expect(status).toBe('ok');
      expect(tls).toMatchObject({
        valid: true,
        protocol: 'TLSv1.3',
        issuer: 'Test Authority',
        subject: 'site.example',
        days_remaining: 30,
        error: null,
      });
    });

    test('counts the days by the given clock, negative once expired', async () => {
      const port = await local.serveHttps(await local.certificateFor('site.example', { ca }), () => {});
      const later = () => Date.now() + 40 * 86_400_000;
      expect((await fetchFrom({ 'site.example': port }, later)).tls?.days_remaining).toBe(-10);
    });

    test('reports why a certificate is not valid', async () => {
      const DAY = 86_400_000;
      const dates = (from: number, to: number) => ({
        ca,
        from: new Date(Date.now() + from * DAY),
        to: new Date(Date.now() + to * DAY),
      });
      const stranger = await local.authority('Stranger');
      const cases: [string, local.Certificate][] = [
        ['certificate_expired', await local.certificateFor('site.example', dates(-20, -10))],
        ['certificate_not_yet_valid', await local.certificateFor('site.example', dates(10, 20))],
        ['name_mismatch', await local.certificateFor('other.example', { ca })],
        ['self_signed', await local.certificateFor('site.example')],
        ['untrusted_issuer', await local.certificateFor('site.example', { ca: stranger })],
      ];
      for (const [error, certificate] of cases) {
        const { status, tls } = await fetchWith(certificate);
        expect({ status, valid: tls?.valid, error: tls?.error }).toEqual({ status: 'ok', valid: false, error });
        expect(tls?.valid_to).not.toBeNull();
      }
    });

    test('requests www. if the name itself has no address', async () => {
      const { tls } = await fetchWith(await local.certificateFor('www.site.example', { ca }), 'www.site.example');
      expect(tls).toMatchObject({ valid: true, subject: 'www.site.example' });
    });

    test('finds no TLS if the port has another protocol', async () => {
      const http = await fetchFrom({ 'site.example': await local.serveHttp((_, response) => response.end()) });
      expect(http).toMatchObject({ status: 'ok', tls: { valid: false, error: 'no_tls', protocol: null } });
      const ssh = await fetchFrom({
        'site.example': await local.serveTcp((socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n')),
      });
      expect(ssh).toMatchObject({ status: 'ok', tls: { valid: false, error: 'no_tls' } });
    });

    test('is empty if the port is closed', async () => {
      expect(await fetchFrom({ 'site.example': await local.closedPort() })).toMatchObject({
        status: 'empty',
        sections: { tls: null },
      });
    });

    test('is an error if the connection is reset, a timeout if no data is received', async () => {
      const cut = await fetchFrom({ 'site.example': await local.serveTcp((socket) => socket.destroy()) });
      expect(cut).toMatchObject({ status: 'error', error: { code: 'connection_reset', retryable: true } });
      const silent = await fetchFrom({ 'site.example': await local.serveTcp(() => {}) });
      expect(silent).toMatchObject({ status: 'timeout', error: { code: 'timeout' } });
    });

    test('is an error if neither name has an address', async () => {
      expect(await fetchFrom({})).toMatchObject({
        status: 'error',
        error: { code: 'name_not_found', retryable: false },
      });
    });
  });
});

const run = promisify(execFile);
const played = playProviders();

describe('the rdap source', () => {
  test('reads times without a zone as UTC in any time zone', async () => {
    const events = [{ eventAction: 'registration', eventDate: '2003-03-17 12:20:05' }];
    played.fault('rdap', faults.json({ objectClassName: 'domain', events }));
    const sources = new URL('../../../functions/core/sources/', import.meta.url).href;
    // The zone of a process cannot change while it runs.
    const script = `
      import { rdapSource } from '${sources}rdap.ts';
      import { createProviderClient } from '${sources}providers/provider-client.ts';
      const http = createProviderClient('test');
      const shared = (name, maxAgeMs, load) => load();
      const context = { http, shared, baseUrl: () => '${played.url}', now: Date.now };
      console.log(JSON.stringify(await rdapSource.fetch('shop.example', context)));`;
    const env = { ...process.env, TZ: 'Asia/Shanghai' };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
    expect(JSON.parse(stdout)).toMatchObject({
      sections: { registration: { registered_at: '2003-03-17T12:20:05.000Z' } },
    });
  });

  test('returns no registrar when entities are nested without end', async () => {
    const depth = 50_000;
    const body = `{"objectClassName":"domain","entities":${'[{"entities":'.repeat(depth)}[]${'}]'.repeat(depth)}}`;
    played.fault('rdap', faults.raw(body, 'application/rdap+json'));
    expect((await played.fetch(rdapSource)).sections!.registration).toMatchObject({ registrar: null });
  });
});

describe('the RDAP server of a domain', () => {
  const find = (domain: string, listed: string[]) => {
    played.fault('rdap_bootstrap', faults.json({ version: '1.0', services: [[['com'], listed]] }));
    return findRdapServer(domain, played.context());
  };

  test('is the listed one with https', async () => {
    const listed = ['http://plain.registry.example/v1', 'https://secure.registry.example/v1'];
    expect(await find('shop.com', listed)).toBe('https://secure.registry.example/v1/');
  });

  test.each([
    ['shop.io', 'https://rdap.identitydigital.services/rdap/'],
    ['shop.co', 'https://rdap.registry.co/co/'],
    ['shop.us', 'https://rdap.nic.us/'],
    ['shop.de', 'https://rdap.denic.de/'],
    ['shop.me', 'https://rdap.identitydigital.services/rdap/'],
    ['shop.sh', 'https://rdap.identitydigital.services/rdap/'],
    ['shop.com.my', 'https://rdap.mynic.my/rdap/'],
  ])('of %s is built in, since it is not listed', async (domain, server) => {
    expect(await find(domain, ['https://registry.example/'])).toBe(server);
  });
});
