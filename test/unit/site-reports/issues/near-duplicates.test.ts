import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { similarity } from '../../../../functions/core/analysis/language/text-sketch.ts';
import { type HtmlPage, indexablePages } from '../../../../functions/core/site-reports/issues/issue.ts';
import { compareTexts } from '../../../../functions/core/site-reports/issues/near-duplicates.ts';
import { MAX_CANDIDATES } from '../../../../functions/core/site-reports/issues/sketch-bands.ts';
import { siteOf } from './site-of.ts';

const BYTES = 128;
const BAND = 8;
const LEAST = 0.9;

const siteOfSketches = (sketches: readonly Uint8Array[]) =>
  siteOf(
    Object.fromEntries(
      sketches.map((sketch, index) => {
        return [`/${index || ''}`, { facts: { text_sketch: Buffer.from(sketch).toString('base64') } }];
      }),
    ),
  );

const bytesOf = (text: string) => createHash('shake256', { outputLength: BYTES }).update(text).digest();

/** Sketches of different texts that have a passage in common: the bytes of the first bands. */
function withPassage(count: number, bands = 1): Uint8Array[] {
  return Array.from({ length: count }, (_, number) => {
    const sketch = bytesOf(`text ${number}`);
    sketch.set(bytesOf('passage').subarray(0, bands * BAND));
    return sketch;
  });
}

/** Returns a site's comparison with the number of compared pairs. */
function counted(sketches: readonly Uint8Array[]) {
  let pairs = 0;
  const compared = compareTexts(siteOfSketches(sketches), (...texts) => {
    pairs++;
    return similarity(...texts);
  });
  return { ...compared, pairs };
}

describe('the comparison of texts', () => {
  test('takes work in proportion to the pages when all of them have a passage in common', () => {
    const counts = [1_000, 2_000, 4_000].map((pages) => counted(withPassage(pages)).pairs / pages);
    for (const perPage of counts) expect(perPage).toBeLessThanOrEqual(MAX_CANDIDATES);
  });

  test('states that a sample was compared when a page without a near duplicate has more candidates', () => {
    const limit = MAX_CANDIDATES + 1;
    expect(counted(withPassage(limit))).toMatchObject({ isSampled: false, pages: [] });
    expect(counted(withPassage(limit + 1))).toMatchObject({ isSampled: true, pages: [] });
  });

  test('states no sample when each page with more candidates has a near duplicate', () => {
    const sketches = Array.from({ length: 2 * MAX_CANDIDATES }, () => bytesOf('text'));
    const { isSampled, pages } = counted(sketches);
    expect([isSampled, pages.length]).toEqual([false, sketches.length]);
  });

  test('finds the near duplicates among many pages with long passages in common, each by both pages', () => {
    const bands = 4;
    const sketches = withPassage(3_000, bands);
    const copied = 50;
    for (let index = 0; index < copied; index++) {
      const copy = sketches[index]!.slice();
      // With a different byte in each other band, only the passage is equal.
      for (let band = bands; band < BYTES / BAND; band++) copy[(band + 1) * BAND - 1]! ^= 1;
      sketches[sketches.length - 1 - index] = copy;
    }
    const { pages, isSampled, pairs } = counted(sketches);
    expect(pages).toHaveLength(2 * copied);
    expect(isSampled).toBe(true);
    expect(pairs / sketches.length).toBeLessThanOrEqual(bands * MAX_CANDIDATES);
  });

  test('finds the same pages, in the same order, as a comparison of all that share a band', () => {
    const byte = fc.constantFrom(1, 2);
    const base = fc.uint8Array({ minLength: BYTES, maxLength: BYTES });
    const change = fc.tuple(fc.nat(BYTES - 1), byte);
    const copy = fc.tuple(fc.nat(2), fc.array(change, { maxLength: 24 }));
    const sites = fc.tuple(fc.array(base, { minLength: 3, maxLength: 3 }), fc.array(copy, { maxLength: 40 }));
    fc.assert(
      fc.property(sites, fc.integer({ min: 1, max: 12 }), ([bases, copies], max) => {
        const sketches = copies.map(([number, changes]) => {
          const sketch = bases[number]!.slice();
          for (const [at, value] of changes) sketch[at]! ^= value;
          return sketch;
        });
        const site = siteOfSketches(sketches);
        const { similarTo, pages, isSampled } = compareTexts(site);
        const expected = candidatesByText(site);
        for (const page of indexablePages(site)) {
          expect(similarTo(page, max).map((other) => other.page.url)).toEqual(expected(page, max));
        }
        const first = indexablePages(site).filter((page) => expected(page, 1).length > 0);
        expect([pages, isSampled]).toEqual([first, false]);
      }),
      { numRuns: 60 },
    );
  });
});

/** The comparison of version 0.3: all pages that share a band, by the bands as texts. */
function candidatesByText(site: ReturnType<typeof siteOf>) {
  const all = indexablePages(site).map((page) => {
    const sketch = Buffer.from(page.facts.text_sketch, 'base64');
    const starts = Array.from({ length: BYTES / BAND }, (_, band) => band * BAND);
    const bands = starts.map((start) => `${start} ${sketch.toString('latin1', start, start + BAND)}`);
    return { page, sketch, bands };
  });
  return (page: HtmlPage, max: number): string[] => {
    const one = all.find((other) => other.page === page)!;
    const found = new Set<string>();
    for (const band of one.bands) {
      for (const other of all.filter(({ bands }) => bands.includes(band))) {
        if (found.size === max) return [...found];
        if (other !== one && similarity(one.sketch, other.sketch, LEAST) > 0) found.add(other.page.url);
      }
    }
    return [...found];
  };
}
