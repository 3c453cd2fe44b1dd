import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { planRequests } from '../../../functions/core/sources/hreflang.ts';

const hosts = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.site.example`);
const alternate = (url: string) => ({ url, hreflangs: ['de'] });

test('at most five requests are planned, in the order of the page, and no further alternate would fit', () => {
  const urls = fc.uniqueArray(fc.tuple(fc.constantFrom(...hosts), fc.nat(9)), { selector: String, maxLength: 20 });
  fc.assert(
    fc.property(urls, fc.subarray(hosts), fc.subarray(hosts), (pages, known, answered) => {
      const alternates = pages.map(([host, page]) => alternate(`${host}/${page}`));
      const isKnown = (url: string) => known.includes(new URL(url).origin);
      const isAnswered = (url: string) => answered.some((host) => url === `${host}/0`);
      const { chosen, requests } = planRequests(alternates, isAnswered, isKnown);

      const sent = new Set<string>();
      for (const { url } of chosen.filter((one) => !isAnswered(one.url))) {
        sent.add(url);
        if (!isKnown(url)) sent.add(`${new URL(url).origin}/robots.txt`);
      }
      expect(requests).toBe(sent.size);
      expect(requests).toBeLessThanOrEqual(5);
      expect(chosen).toEqual(alternates.filter((one) => chosen.includes(one)));
      const left = alternates.filter((one) => !chosen.includes(one));
      const planned = [...sent].map((url) => new URL(url).origin);
      const fits = left.some(({ url }) => {
        if (isAnswered(url)) return true;
        return requests + (isKnown(url) || planned.includes(new URL(url).origin) ? 1 : 2) <= 5;
      });
      expect(chosen.length < 5 && fits).toBe(false);
    }),
  );
});
