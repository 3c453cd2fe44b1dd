import { afterEach, describe, expect, test } from '@jest/globals';
import type { Answer, Question } from 'dns-packet';
import * as schema from '../../../functions/shared/record/schema.ts';
import { dnsSource } from '../../../functions/shared/sources/dns.ts';
import { contextOf } from '../../support/source-context.ts';
import { type DnsReply, closeServers, networkOf, serveDns } from '../network/local-servers.ts';

afterEach(closeServers);

/** Zone data: `TYPE name` → the data of its records, or what goes wrong. */
type Zone = Record<string, unknown[] | Exclude<DnsReply, Answer[]>>;

function replyOf(zone: Zone, asked?: string[]) {
  return ({ type, name }: Question): DnsReply => {
    const key = `${type} ${name.toLowerCase()}`;
    asked?.push(key);
    const said = zone[key] ?? zone['*'];
    if (typeof said === 'string') return said;
    const exists = said !== undefined || Object.keys(zone).some((other) => other.endsWith(` ${name.toLowerCase()}`));
    return said ? said.map((data) => ({ type, name, ttl: 1, data }) as Answer) : exists ? [] : 'NXDOMAIN';
  };
}

async function ask(domain: string, zone: Zone, asked?: string[]) {
  const network = networkOf({ '*.test': 1 }, [await serveDns(replyOf(zone, asked))]);
  const answer = await dnsSource.ask(domain, contextOf({ network, now: Date.now }));
  if (answer.sections?.dns) schema.dns.parse(answer.sections.dns);
  return { ...answer, dns: answer.sections?.dns };
}

const FULL: Zone = {
  'A shop.test': ['192.0.2.2', '192.0.2.1'],
  'AAAA shop.test': ['2001:db8::1'],
  'NS shop.test': ['NS2.dns.test', 'ns1.dns.test'],
  'MX shop.test': [
    { preference: 20, exchange: 'b.mail.test' },
    { preference: 10, exchange: 'a.mail.test' },
  ],
  'TXT shop.test': [['v=spf1 include:_spf.mail', '.test -all'], ['other=1']],
  'TXT _dmarc.shop.test': [['v=DMARC1; p=reject; sp=quarantine; rua=mailto:a@shop.test']],
  'CAA shop.test': [
    { flags: 0, tag: 'issue', value: 'ca.test' },
    { flags: 128, tag: 'iodef', value: 'mailto:a@shop.test' },
  ],
};

describe('the dns source', () => {
  test('gives all records of a name, in a stable order', async () => {
    const { status, dns } = await ask('shop.test', FULL);
    expect(status).toBe('ok');
    expect(dns).toEqual({
      a: ['192.0.2.1', '192.0.2.2'],
      a_total: 2,
      aaaa: ['2001:db8::1'],
      aaaa_total: 1,
      ns: ['ns1.dns.test', 'ns2.dns.test'],
      ns_total: 2,
      mx: [
        { priority: 10, exchange: 'a.mail.test' },
        { priority: 20, exchange: 'b.mail.test' },
      ],
      mx_total: 2,
      has_spf: true,
      dmarc_policy: 'reject',
      caa: [
        { critical: 0, tag: 'issue', value: 'ca.test' },
        { critical: 128, tag: 'iodef', value: 'mailto:a@shop.test' },
      ],
      caa_total: 2,
    });
  });

  test('takes name servers, CAA and the policy for subdomains from the registrable domain, but no mail servers', async () => {
    const { status, dns } = await ask('a.b.shop.test', { ...FULL, 'A a.b.shop.test': ['192.0.2.9'] });
    expect(status).toBe('ok');
    expect(dns).toMatchObject({
      a: ['192.0.2.9'],
      mx: [],
      has_spf: false,
      dmarc_policy: 'quarantine',
      caa_total: 2,
      ns_total: 2,
    });
  });

  test('stops at the registrable domain', async () => {
    const asked: string[] = [];
    await ask('a.shop.test', { 'A a.shop.test': ['192.0.2.9'] }, asked);
    expect(asked).toContain('CAA shop.test');
    expect(asked).not.toContain('CAA test');
    expect(asked).not.toContain('TXT _dmarc.test');
  });

  test('is empty where the name does not exist, whatever its zone has', async () => {
    expect(await ask('nowhere.test', {})).toMatchObject({
      status: 'empty',
      dns: { a: [], ns: [], mx: [], has_spf: false, dmarc_policy: null, caa: [] },
    });
    expect((await ask('gone.shop.test', FULL)).status).toBe('empty');
  });

  test.each([
    [['v=DMARC1; p=none'], 'none'],
    [['v=DMARC1;p = Reject ;'], 'reject'],
    [['v=DMARC1; p=maybe; rua=mailto:a@b.test'], 'none'],
    [['v=DMARC1; p=maybe'], null],
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], null],
    [['p=reject; v=DMARC1'], null],
    [['v=DMARC10; p=reject'], null],
    [['unrelated', 'v=DMARC1; p=quarantine'], 'quarantine'],
  ])('reads the DMARC records %j as %j', async (records, policy) => {
    const zone = { ...FULL, 'TXT _dmarc.shop.test': records.map((text) => [text]) };
    expect((await ask('shop.test', zone)).dns?.dmarc_policy).toBe(policy);
  });

  test.each([
    [['v=spf1 -all'], true],
    [['V=SPF1'], true],
    [['v=spf10 -all'], false],
    [['v=spf1 -all', 'v=spf1 ~all'], false],
  ])('reads the SPF records %j as %j', async (records, expected) => {
    const zone = { ...FULL, 'TXT shop.test': records.map((text) => [text]) };
    expect((await ask('shop.test', zone)).dns?.has_spf).toBe(expected);
  });

  test('takes a null MX for no mail server', async () => {
    const { dns } = await ask('shop.test', { ...FULL, 'MX shop.test': [{ preference: 0, exchange: '.' }] });
    expect(dns).toMatchObject({ mx: [], mx_total: 0 });
  });

  test('caps long lists and tells their length', async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({ preference: index, exchange: `m${index}.test` }));
    const { dns } = await ask('shop.test', { ...FULL, 'MX shop.test': many });
    expect([dns?.mx?.length, dns?.mx_total]).toEqual([100, 120]);
  });

  test('is partial where some lookups fail, and names them', async () => {
    const answer = await ask('shop.test', { ...FULL, 'CAA shop.test': 'SERVFAIL', 'TXT shop.test': 'SERVFAIL' });
    expect(answer).toMatchObject({
      status: 'partial',
      error: { code: 'lookup_failed', retryable: true },
      dns: { caa: null, caa_total: null, has_spf: null, dmarc_policy: 'reject', mx_total: 2 },
    });
    expect(answer.error?.message).toMatch(/: TXT, CAA$/);
  });

  test('is an error where every lookup fails', async () => {
    const answer = await ask('shop.test', { '*': 'SERVFAIL' });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'lookup_failed' } });
    expect(answer.sections).toBeUndefined();
  });

  test('is a timeout within its time where the name server is silent', async () => {
    const started = performance.now();
    const answer = await ask('shop.test', { '*': 'silence' });
    expect(answer).toMatchObject({ status: 'timeout', error: { code: 'timeout' } });
    expect(performance.now() - started).toBeLessThan(dnsSource.inlineMs);
  });
});
