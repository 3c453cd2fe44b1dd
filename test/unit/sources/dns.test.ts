import { afterEach, describe, expect, test } from '@jest/globals';
import type { Answer, Question } from 'dns-packet';
import * as schema from '../../../functions/core/record/schema.ts';
import { dnsSource } from '../../../functions/core/sources/dns.ts';
import { readCases } from '../../support/read-cases.ts';
import { contextOf } from '../../support/source-context.ts';
import { type DnsReply, closeServers, networkOf, serveDns } from '../platform/network/local-servers.ts';

afterEach(closeServers);

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
