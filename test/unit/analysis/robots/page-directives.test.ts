import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pageDirectives } from '../../../../functions/core/analysis/robots/page-directives.ts';

const NOW = Date.parse('2026-10-15T12:00:00Z');
const ofHeaders = (...values: string[]) =>
  pageDirectives(
    [],
    values.map((value): [string, string] => ['x-robots-tag', value]),
    NOW,
  );
const ofMetas = (...metas: [name: string, content: string][]) =>
  pageDirectives(
    metas.map(([name, content]) => ({ name, content })),
    [],
    NOW,
  );
const directives = (noindex: boolean, nofollow: boolean) => ({ noindex, nofollow });

describe('an X-Robots-Tag', () => {
  test.each([
    ['noindex', true, false],
    ['NoIndex , NOFOLLOW', true, true],
    ['none', true, true],
    ['nofollow', false, true],
    ['noarchive, nosnippet', false, false],
    ['max-snippet: 20, noindex', true, false],
    ['max-image-preview:large', false, false],
    ['googlebot: noindex', true, false],
    ['Googlebot: noindex', true, false],
    ['googlebot: nofollow', false, false],
    ['otherbot: noindex, nofollow', false, false],
    ['nofollow, otherbot: noindex', false, true],
    ['otherbot: nofollow, googlebot: noindex', true, false],
    ['unavailable_after: 15 Oct 2026 11:00:00 GMT', true, false],
    ['unavailable_after: 15 Oct 2026 13:00:00 GMT', false, false],
    ['googlebot: unavailable_after: 15 Oct 2026 11:00:00 GMT', true, false],
    ['noindexed', false, false],
    ['', false, false],
  ])('%j: noindex %s, nofollow %s', (value, noindex, nofollow) => {
    expect(ofHeaders(value)).toEqual(directives(noindex, nofollow));
  });

  test('that occurs twice applies twice', () => {
    expect(ofHeaders('otherbot: noindex', 'nofollow')).toEqual(directives(false, true));
  });
});

/** In the formats that Google names: RFC 822, RFC 850 and ISO 8601. */
describe('unavailable_after', () => {
  test.each([
    ['15 Oct 26 11:00:00 GMT', true],
    ['15 Oct 26 13:00:00 GMT', false],
    ['Thu, 15 Oct 2026 11:00:00 GMT', true],
    ['Thu, 15 Oct 2026 13:00:00 GMT', false],
    ['Thursday, 15-Oct-26 11:00:00 GMT', true],
    ['Thursday, 15-Oct-26 13:00:00 GMT', false],
    ['2026-10-15T11:00:00Z', true],
    ['2026-10-15T13:00:00Z', false],
    ['2026-10-15T13:00:00+02:00', true],
    ['2026-10-15T11:00:00-02:00', false],
    ['2026-10-15', true],
    ['2026-10-16', false],
  ])('%s: noindex %s', (date, noindex) => {
    const rule = `unavailable_after: ${date}`;
    expect(ofMetas(['robots', rule])).toEqual(directives(noindex, false));
    expect(ofMetas(['robots', `noarchive, ${rule}, nofollow`])).toEqual(directives(noindex, true));
    expect(ofHeaders(rule.replace(' ', ''))).toEqual(directives(noindex, false));
    expect(ofHeaders(`${rule}, nofollow`)).toEqual(directives(noindex, true));
    expect(ofHeaders(`otherbot: nofollow, googlebot: ${rule}, otherbot: noindex`)).toEqual(directives(noindex, false));
    expect(ofHeaders(`otherbot: ${rule}`)).toEqual(directives(false, false));
  });

  test('takes only the rest of its date from the directives after it', () => {
    expect(ofHeaders('unavailable_after: 25 Jun 2099 15:00:00 GMT, noindex')).toEqual(directives(true, false));
    expect(ofHeaders('nofollow, 15 Oct 2026, noindex')).toEqual(directives(true, true));
  });
});

describe('the strictest of several metas applies', () => {
  test.each<[[string, string][], boolean, boolean]>([
    [
      [
        ['robots', 'max-image-preview:large'],
        ['robots', 'noindex'],
      ],
      true,
      false,
    ],
    [
      [
        ['robots', 'noindex, nofollow'],
        ['googlebot', 'index, follow'],
      ],
      true,
      true,
    ],
    [[['googlebot', 'none']], true, false],
    [[['robots', 'index, follow']], false, false],
    [[], false, false],
  ])('%j', (metas, noindex, nofollow) => {
    expect(ofMetas(...metas)).toEqual(directives(noindex, nofollow));
  });
});

test('headers have the same effect in one line and in several', () => {
  const rule = fc.constantFrom('noindex', 'nofollow', 'none', 'noarchive', 'max-snippet: 5');
  const header = fc
    .tuple(fc.constantFrom('googlebot: ', 'otherbot: ', 'Bing-Bot: '), rule)
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(rule), fc.array(header), (rules, headers) => {
      expect(ofHeaders([...rules, ...headers].join(', '))).toEqual(ofHeaders(...rules, ...headers));
    }),
  );
});
