import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hrefOf, parseRoute, type Route, viewKey } from '../../../functions/back-office/page/src/routing/route.ts';

const name = fc.string({ minLength: 1 });
const tab = fc.option(name, { nil: undefined }).map((open) => (open === undefined ? {} : { tab: open }));
const parameters = fc
  .option(fc.tuple(name, name), { nil: undefined })
  .map((one) => (one === undefined ? {} : { query: new URLSearchParams([[`x${one[0]}`, one[1]]]).toString() }));
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.constantFrom<Route>({ view: 'keys' }, { view: 'domains' }, { view: 'batches' }, { view: 'queue' }),
  fc.record({ view: fc.constant('key' as const), id: name }),
  fc
    .tuple(name, tab, parameters)
    .map(([domain, open, query]): Route => ({ view: 'domain' as const, domain, ...open, ...query })),
  fc
    .tuple(name, name, tab, parameters)
    .map(([domain, url, open, query]): Route => ({ view: 'page' as const, domain, url, ...open, ...query })),
  fc.record({ view: fc.constant('batch' as const), ids: fc.array(name, { minLength: 1 }) }),
  fc.constantFrom<Route>({ view: 'batch', ids: ['a', 'b'], query: 'status=failed&name=x' }),
);

test('the link of any view restores its name, tab and parameters', () => {
  fc.assert(fc.property(route, (one) => expect(parseRoute(hrefOf(one))).toEqual(one)));
});

test('another tab has the same view key, another name does not', () => {
  const key = (one: Route) => viewKey(one);
  expect(key({ view: 'domain', domain: 'a.example', tab: 'site.list' })).toBe(
    key({ view: 'domain', domain: 'a.example' }),
  );
  expect(key({ view: 'domain', domain: 'b.example' })).not.toBe(key({ view: 'domain', domain: 'a.example' }));
});

test('an address without a fragment opens the overview', () => {
  for (const hash of ['', '#', '#/', '#/overview']) expect(parseRoute(hash)).toEqual({ view: 'overview' });
  for (const hash of ['#/keys', '#/keys/']) expect(parseRoute(hash)).toEqual({ view: 'keys' });
});

test('a fragment without a view is unknown', () => {
  for (const hash of ['#/elsewhere', '#content', '#/queue/k1', '#/keys/k1/usage', '#/domains/a.example/b/c']) {
    expect(parseRoute(hash)).toEqual({ view: 'unknown' });
  }
});

test('a fragment with an invalid encoding is parsed verbatim', () => {
  expect(parseRoute('#/domains/%E0%A4')).toEqual({ view: 'domain', domain: '%E0%A4' });
});
