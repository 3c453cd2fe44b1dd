import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findRows } from '../../../functions/core/batches/create-batch.ts';
import { parseRow } from '../../../functions/core/batches/parse-row.ts';
import type { StoredRecord } from '../../../functions/core/domains/store/domain-cache.ts';

const isReachable = (host: string) => host.endsWith('.example');

/** A cache with these entries, which notes what is read of it. */
function cacheOf(names: string[]) {
  const asked: string[] = [];
  const entries = new Map(names.map((domain) => [domain, { domain } as StoredRecord]));
  const readEntries = (domains: Iterable<string>) => {
    const options = [...domains];
    asked.push(...options);
    return Promise.resolve(new Map([...entries].filter(([domain]) => options.includes(domain))));
  };
  return { asked, services: { cache: { readEntries }, isReachable } };
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

test('rows are what each of them is alone, and entries those of their domains, whatever is cached', async () => {
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

test('where all are cached, each is read once', async () => {
  const { asked, services } = cacheOf(['a.com', 'xn--bcher-kva.de']);
  const { rows } = await findRows(['https://www.a.com/x', 'Bücher.de'], services);
  expect(rows.map(({ domain }) => domain)).toEqual(['a.com', 'xn--bcher-kva.de']);
  expect(asked).toEqual(['a.com', 'xn--bcher-kva.de']);
});

test('a www name directly below a public suffix is read under its own name', async () => {
  const { asked, services } = cacheOf(['www.com']);
  const { entries } = await findRows(['www.com'], services);
  expect([...entries.keys()]).toEqual(['www.com']);
  expect(asked).toEqual(['com', 'www.com']);
});
