import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { KnownAddresses } from '../../../../functions/core/crawls/frontier/known-addresses.ts';
import {
  MAX_EQUAL_IN_DIRECTORY,
  RepeatedContent,
} from '../../../../functions/core/crawls/frontier/repeated-content.ts';

const createBoth = () => {
  const repeated = new RepeatedContent(500);
  return { repeated, addresses: new KnownAddresses((text) => repeated.contentOf(text)) };
};
const found = (foundOn: number | null) => ({ depth: 1, redirects: 0, foundOn });

/** An address in the model: the hash and the directory of the text that it was found on. */
interface Modelled {
  requested: boolean;
  foundOn: { hash: string; directory: string } | null;
}

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
        const { addresses, repeated } = createBoth();
        const model = new Map<string, Modelled>();
        const isRepeated = ({ hash, directory }: NonNullable<Modelled['foundOn']>) =>
          repeated.isRepeated(repeated.textOf(hash, directory));
        for (const step of all) {
          if ('requested' in step) {
            const url = `/${step.requested}`;
            const address = model.get(url);
            if (!address) continue;
            address.requested = true;
            addresses.setRequested(addresses.numberOf(url)!);
            continue;
          }
          const text = repeated.textOf(step.text, step.directory);
          if (repeated.add(text)) {
            const isDropped = ({ requested, foundOn }: Modelled) => !requested && foundOn && isRepeated(foundOn);
            const walked = [...model].filter(([, address]) => isDropped(address)).map(([url]) => url);
            for (const url of walked) model.delete(url);
            const dropped = addresses.drop(repeated.contentOf(text), (_, foundOn) => repeated.isRepeated(foundOn));
            expect(dropped).toEqual(walked);
          }
          for (const url of step.links.map((link) => `/${link}`)) {
            const address = model.get(url);
            if (address?.foundOn && address.foundOn.hash !== step.text) address.foundOn = null;
            if (address) addresses.update(addresses.numberOf(url)!, found(text));
            if (address || repeated.isRepeated(text)) continue;
            model.set(url, { requested: false, foundOn: { hash: step.text, directory: step.directory } });
            addresses.add(url, found(text));
          }
        }
        expect(addresses.size).toBe(model.size);
      }),
      { numRuns: 300 },
    );
  });

  test('are found without a visit of any other address', () => {
    const { addresses, repeated } = createBoth();
    const texts = Array.from({ length: 100 }, (_, text) => repeated.textOf(`text ${text}`, '/'));
    for (const text of texts) for (let i = 0; i < 200; i++) addresses.add(`/${text}/${i}`, found(text));
    for (let i = 0; i < 200; i++) addresses.add(`/other/${i}`, found(null));
    let visits = 0;
    for (const text of texts) {
      const dropped = addresses.drop(repeated.contentOf(text), () => ++visits > 0);
      expect(dropped).toHaveLength(200);
      expect(addresses.drop(repeated.contentOf(text), () => ++visits > 0)).toEqual([]);
    }
    expect(visits).toBe(100 * 200);
    expect(addresses.size).toBe(200);
  });
});

test('a text is repeated once it is that of 20 pages of a directory', () => {
  const repeated = new RepeatedContent(500);
  const added = Array.from({ length: MAX_EQUAL_IN_DIRECTORY }, () => repeated.add(repeated.textOf('a', '/')));
  expect(added.indexOf(true)).toBe(MAX_EQUAL_IN_DIRECTORY - 1);
});
