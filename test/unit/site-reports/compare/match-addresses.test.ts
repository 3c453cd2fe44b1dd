import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matchAddresses } from '../../../../functions/core/site-reports/compare/match-addresses.ts';
import { siteRow } from '../../../support/site-audit.ts';

const crawl = { domain: 'a.test', rows: [siteRow({ url: 'https://a.test/' })] };
const { ofNewer } = matchAddresses(crawl, crawl);

const path = fc
  .array(fc.constantFrom('/', '.', '?', '#', '%2e', '%2E', '%', 'a', 'é', ' ', '"', '\\', '&', '=', '|', ':'), {
    maxLength: 8,
  })
  .map((parts) => `/${parts.join('')}`);

test('addresses of the hosts of a site match by path and query as they are parsed', () => {
  fc.assert(
    fc.property(fc.constantFrom('http://a.test', 'https://www.a.test'), path, (home, rest) => {
      const { pathname, search } = new URL(home + rest);
      expect(ofNewer(home + rest)).toBe(pathname + search);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['https://a.test:8080/', 'https://b.a.test/', 'https://www.www.a.test/', 'https://a.testing/', 'mailto:a'])(
  '%s is none of the hosts of a site',
  (url) => expect(ofNewer(url)).toBe(url),
);

test('an address below two names www matches that below one', () => {
  const other = { domain: 'www.a.test', rows: [siteRow({ url: 'https://www.www.a.test/' })] };
  const { ofBase } = matchAddresses(crawl, other);
  expect(['https://www.www.a.test/b', 'https://www.a.test/b'].map(ofBase)).toEqual(['/b', 'https://www.a.test/b']);
});
