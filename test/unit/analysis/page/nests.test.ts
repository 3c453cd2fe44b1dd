import { describe, expect, test } from '@jest/globals';
import { analysePage } from '../../../../functions/core/analysis/analyse-page.ts';
import { NO_ROBOTS, NOW, served } from './served.ts';
import { type Nest, pageOfNests, workOf } from './work.ts';

/** Maximum average number of open elements that are visited for a token of a page. */
const MOST_LOOKED = 8;
const BYTES = 50_000;

/** Pages that took seconds when the stack of open elements was searched for each tag and text. */
const known: Nest[] = [
  { open: '<svg><a>', times: 500, follow: '<g>x</g>' },
  { open: '<svg><a>', times: 500, follow: 'x<!-->' },
  { open: '<svg><a lang=de>', times: 500, follow: '<g lang=en>x</g>' },
  { open: '<a href=x><svg><desc>', times: 170, follow: '<g>x</desc>', again: true },
  { open: '<div>', times: 515, follow: '<li>' },
  { open: '<p><button><span>', times: 520, follow: '<ul>' },
  { open: '<i><object>', times: 520, follow: '<td>' },
  { open: '<select><object>', times: 520, follow: '<td>' },
  { open: '<h1><object>', times: 520, follow: '<p>' },
  { open: '<h1><object>', times: 255, follow: '<b>x' },
  { open: '<h1><a>', times: 256, follow: '<li>', again: true },
  { open: '<td><math>', times: 256, follow: '</g>' },
];

/** The worst ten pages of test/hostile/nests.test.ts, by visited elements and by processor time. */
const found: Nest[] = [
  { open: '<p><button><span>', times: 171, follow: '<dd>' },
  { open: '<p><button>', times: 256, follow: '<dt>' },
  { open: '<dd>', times: 512, follow: '<dd>' },
  { open: '<dd><dt>', times: 256, follow: '<dd>', again: true },
  { open: '<a href=x lang=de><button>', times: 256, follow: '<dd>', again: true },
  { open: '<tbody>', times: 512, follow: 'x<a>' },
  { open: '<svg><desc><a>', times: 171, follow: '<a>' },
  { open: '<a>', times: 512, follow: 'x<a>' },
  { open: '<a>', times: 512, follow: '<h1>' },
  { open: '<select>', times: 512, follow: 'x<img>' },
];

const nestsOf = (nests: Nest[]) => nests.map((nest) => [`${nest.open}, then ${nest.follow}`, nest] as const);

describe('a page of nested tags is parsed without visiting all open elements:', () => {
  test.each(nestsOf([...known, ...found]))('%s', (_, nest) => {
    const [one, two, four] = [1, 2, 4].map((pages) => workOf(pageOfNests(nest, pages * BYTES)));
    for (const { tokens, looked } of [one!, two!, four!]) expect(looked / tokens).toBeLessThanOrEqual(MOST_LOOKED);
    // In proportion to its size, apart from the nesting at its beginning.
    expect(four!.looked - two!.looked).toBeLessThanOrEqual(2.1 * (two!.looked - one!.looked) + 1000);
  });
});

test('a link with a long tag is reopened only a few times, since its tag is read each time', () => {
  const reopened = (href: string) =>
    analysePage(served(`<p><a href=${href}>x</p>${'<p>y</p>'.repeat(100)}`), NO_ROBOTS, NOW).page.links.total;
  expect(reopened('/x')).toBe(101);
  expect(reopened(`/${'x'.repeat(1_000_000)}`)).toBe(10);
});
