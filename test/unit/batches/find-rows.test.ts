import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findRows } from '../../../functions/core/batches/create-batch.ts';
import { parseRow } from '../../../functions/core/batches/parse-row.ts';
import type { StoredRecord } from '../../../functions/core/domains/store/domain-cache.ts';

const isReachable = (host: string) => host.endsWith('.example');

/** A cache with these entries, which records its reads. */
function cacheOf(names: string[]) {
  const readDomains: string[] = [];
  const entries = new Map(names.map((domain) => [domain, { domain } as StoredRecord]));
  const readEntries = (domains: Iterable<string>) => {
    const requested = [...domains];
    readDomains.push(...requested);
    return Promise.resolve(new Map([...entries].filter(([domain]) => requested.includes(domain))));
  };
  return { readDomains, services: { cache: { readEntries }, isReachable } };
}

const given = fc.oneof(
  fc.domain(),
  fc.webUrl(),
  fc.string(),
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(
    'www.com',
    'WWW.co.uk',
    'com',
    'www.www.com',
    'localhost',
    ' "www.a.com",',
    'shop.example',
    'a.com\nb.com',
  ),
);

test('findRows parses each row independently and returns the entries of their domains', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(given), fc.func(fc.boolean()), async (inputs, isCached) => {
      const alone = inputs.map((input) => parseRow(input, isReachable));
      const domains = alone.flatMap(({ domain }) => domain ?? []);
      const cached = domains.filter((domain) => isCached(domain));
      const { rows, entries } = await findRows(inputs, cacheOf(cached).services);
      expect(rows).toEqual(alone);
      expect([...entries.keys()].toSorted()).toEqual([...new Set(cached)].toSorted());
    }),
  );
});

test('findRows reads each entry once when all are cached', async () => {
  const { readDomains, services } = cacheOf(['a.com', 'xn--bcher-kva.de']);
  const { rows } = await findRows(['https://www.a.com/x', 'Bücher.de'], services);
  expect(rows.map(({ domain }) => domain)).toEqual(['a.com', 'xn--bcher-kva.de']);
  expect(readDomains).toEqual(['a.com', 'xn--bcher-kva.de']);
});

test('a www name directly below a public suffix is read under its own name', async () => {
  const { readDomains, services } = cacheOf(['www.com']);
  const { entries } = await findRows(['www.com'], services);
  expect([...entries.keys()]).toEqual(['www.com']);
  expect(readDomains).toEqual(['com', 'www.com']);
});
