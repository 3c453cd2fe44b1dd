import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { duplicates } from '../../../../functions/shared/website/issues/parts/duplicates.ts';
import type { CrawledFacts, CrawledPage } from '../../../../functions/shared/record/crawled-page.ts';
import { page, redirect, siteOf, urlOf } from '../site/crawled.ts';

const titled = (path: string, title: string | null, facts: Partial<CrawledFacts> = {}) =>
  page(path, [], { title, ...facts });
const groups = (pages: CrawledPage[]) =>
  duplicates(siteOf(pages), 'title').map((group) => group.map(({ url }) => new URL(url).pathname));
const naming = (...paths: string[]) => ({ hreflang: paths.map((path) => ({ hreflang: 'en', url: urlOf(path) })) });

test('duplicates are indexable pages with the same words', () => {
  const titles = ['Tents', 'Stoves', ' Tents\n', 'tents', 'Stoves', 'Packs'];
  expect(groups(titles.map((title, index) => titled(`/${index}`, title)))).toEqual([
    ['/0', '/2'],
    ['/1', '/4'],
  ]);
});

test('pages that say nothing, or may not be listed, are no duplicates', () => {
  const pages = [
    titled('/a', null),
    titled('/b', null),
    titled('/c', ''),
    titled('/d', ' '),
    titled('/e', 'Tents'),
    titled('/f', 'Tents', { noindex: true }),
    titled('/g', 'Tents', { canonical: urlOf('/e') }),
    redirect('/h', '/e'),
  ];
  expect(groups(pages)).toEqual([]);
});

test.each(['meta_description', 'h1', 'text_hash'] as const)('duplicates are told by %s too', (compared) => {
  const pages = ['x', 'y', 'x'].map((value, index) => page(`/${index}`, [], { [compared]: value }));
  expect(duplicates(siteOf(pages), compared).map((group) => group.map(({ index }) => index))).toEqual([[0, 2]]);
});

test('versions for regions that name each other are no duplicates, until a page says the same that they do not name', () => {
  const regions = [titled('/us', 'Tents', naming('/us', '/gb')), titled('/gb', 'Tents', naming('/us', '/gb'))];
  expect(groups(regions)).toEqual([]);
  expect(groups([...regions, titled('/copy', 'Tents')])).toEqual([['/us', '/gb', '/copy']]);
});

test('a page that names its copy is no duplicate of it, which still is one', () => {
  expect(groups([titled('/us', 'Tents', naming('/gb')), titled('/gb', 'Tents')])).toEqual([['/gb']]);
});

test('every duplicate has another page of the same title that it does not name, and no other page has', () => {
  const path = fc.nat(5).map((number) => `/${number}`);
  const spec = fc.tuple(fc.constantFrom('a', ' a ', 'b', '', null), fc.uniqueArray(path, { maxLength: 4 }));
  fc.assert(
    fc.property(fc.array(spec, { maxLength: 6 }), (specs) => {
      const pages = specs.map(([title, named], index) => titled(`/${index}`, title, naming(...named)));
      const words = (index: number) => specs[index]![0]?.trim() ?? '';
      const isDuplicate = (index: number) =>
        words(index) !== '' &&
        specs.some(
          (_, other) => other !== index && words(other) === words(index) && !specs[index]![1].includes(`/${other}`),
        );
      const expected = specs.flatMap((_, index) => (isDuplicate(index) ? [`/${index}`] : []));
      expect(groups(pages).flat().sort()).toEqual(expected);
    }),
  );
});
