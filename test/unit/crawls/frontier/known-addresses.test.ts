import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type KnownAddress, KnownAddresses } from '../../../../functions/core/crawls/frontier/known-addresses.ts';
import {
  MAX_EQUAL_IN_DIRECTORY,
  RepeatedContent,
} from '../../../../functions/core/crawls/frontier/repeated-content.ts';

const known = (textHash: string | null, directory = '/'): KnownAddress => ({
  ...{ depth: 1, redirects: 0, requested: false },
  foundOn: textHash === null ? null : { textHash, directory },
});

/** A step of a crawl: a page with a text in a directory that links to addresses, or a request for one of them. */
type Step = { text: string; directory: string; links: number[] } | { requested: number };
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({
      text: fc.constantFrom('a', 'b'),
      directory: fc.constantFrom('/1', '/2', '/3', '/4'),
      links: fc.array(fc.nat(60), { maxLength: 4 }),
    }),
    fc.record({ requested: fc.nat(60) }),
  ),
  { maxLength: 250 },
);

describe('addresses that only pages with a repeated text link to', () => {
  test('are those that a walk over all known addresses finds, in the same order', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const addresses = new KnownAddresses();
        const model = new Map<string, KnownAddress>();
        const repeated = new RepeatedContent(500);
        const isDropped = (_: string, { requested, foundOn }: KnownAddress) =>
          !requested && foundOn !== null && repeated.isRepeated(foundOn);
        for (const step of all) {
          if ('requested' in step) {
            const address = model.get(`/${step.requested}`);
            if (address) address.requested = true;
            continue;
          }
          const foundOn = { textHash: step.text, directory: step.directory };
          if (repeated.add(foundOn)) {
            const walked = [...model].filter(([url, address]) => isDropped(url, address)).map(([url]) => url);
            for (const url of walked) model.delete(url);
            expect(addresses.drop(step.text, isDropped)).toEqual(walked);
          }
          for (const url of step.links.map((link) => `/${link}`)) {
            const address = model.get(url);
            if (address?.foundOn && address.foundOn.textHash !== step.text) address.foundOn = null;
            if (address || repeated.isRepeated(foundOn)) continue;
            const added = known(step.text, step.directory);
            model.set(url, added);
            addresses.add(url, added);
          }
        }
        expect(addresses.size).toBe(model.size);
      }),
      { numRuns: 300 },
    );
  });

  test('are found without a visit of any other address', () => {
    const addresses = new KnownAddresses();
    const texts = Array.from({ length: 100 }, (_, text) => `text ${text}`);
    for (const text of texts) for (let i = 0; i < 200; i++) addresses.add(`/${text}/${i}`, known(text));
    for (let i = 0; i < 200; i++) addresses.add(`/other/${i}`, known(null));
    let visits = 0;
    for (const text of texts) {
      const dropped = addresses.drop(text, () => ++visits > 0);
      expect(dropped).toHaveLength(200);
      expect(addresses.drop(text, () => ++visits > 0)).toEqual([]);
    }
    expect(visits).toBe(100 * 200);
    expect(addresses.size).toBe(200);
  });
});

test('a text is repeated once it is that of 20 pages of a directory', () => {
  const repeated = new RepeatedContent(500);
  const text = { textHash: 'a', directory: '/' };
  const added = Array.from({ length: MAX_EQUAL_IN_DIRECTORY }, () => repeated.add(text));
  expect(added.indexOf(true)).toBe(MAX_EQUAL_IN_DIRECTORY - 1);
});
