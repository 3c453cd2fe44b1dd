import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findLines } from '../../../functions/core/batches/create-batch.ts';
import { lineOf } from '../../../functions/core/batches/line-of.ts';
import type { StoredRecord } from '../../../functions/core/domains/store/domain-cache.ts';

const isReachable = (host: string) => host.endsWith('.example');

/** A cache with these entries, which notes what is read of it. */
function cacheOf(names: string[]) {
  const asked: string[] = [];
  const entries = new Map(names.map((domain) => [domain, { domain } as StoredRecord]));
  const readEntries = (domains: Iterable<string>) => {
    const wanted = [...domains];
    asked.push(...wanted);
    return Promise.resolve(new Map([...entries].filter(([domain]) => wanted.includes(domain))));
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

test('lines are what each of them is alone, and entries those of their domains, whatever is cached', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(given), fc.func(fc.boolean()), async (inputs, isCached) => {
      const alone = inputs.map((input) => lineOf(input, isReachable));
      const domains = alone.flatMap(({ domain }) => domain ?? []);
      const cached = domains.filter((domain) => isCached(domain));
      const { lines, entries } = await findLines(inputs, cacheOf(cached).services);
      expect(lines).toEqual(alone);
      expect([...entries.keys()].toSorted()).toEqual([...new Set(cached)].toSorted());
    }),
  );
});

test('where all are cached, each is read once', async () => {
  const { asked, services } = cacheOf(['a.com', 'xn--bcher-kva.de']);
  const { lines } = await findLines(['https://www.a.com/x', 'Bücher.de'], services);
  expect(lines.map(({ domain }) => domain)).toEqual(['a.com', 'xn--bcher-kva.de']);
  expect(asked).toEqual(['a.com', 'xn--bcher-kva.de']);
});

test('a www name directly below a public suffix is read under its own name', async () => {
  const { asked, services } = cacheOf(['www.com']);
  const { entries } = await findLines(['www.com'], services);
  expect([...entries.keys()]).toEqual(['www.com']);
  expect(asked).toEqual(['com', 'www.com']);
});
