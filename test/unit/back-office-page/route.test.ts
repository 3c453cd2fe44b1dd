import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hrefOf, parseRoute, type Route } from '../../../functions/back-office/page/src/routing/route.ts';

test('every view’s link leads back to it, whatever its name holds', () => {
  const name = fc.string({ minLength: 1 });
  const route: fc.Arbitrary<Route> = fc.oneof(
    fc.constantFrom<Route>({ view: 'keys' }, { view: 'domains' }, { view: 'batches' }, { view: 'queue' }),
    fc.record({ view: fc.constant('key' as const), id: name }),
    fc.record({ view: fc.constant('domain' as const), domain: name }),
    fc.record({ view: fc.constant('batch' as const), ids: fc.array(name, { minLength: 1 }) }),
  );
  fc.assert(fc.property(route, (one) => expect(parseRoute(hrefOf(one))).toEqual(one)));
});

test('any other fragment shows the keys', () => {
  for (const hash of ['', '#', '#/', '#/elsewhere', '#content']) expect(parseRoute(hash)).toEqual({ view: 'keys' });
});

test('a fragment that is not well encoded breaks nothing', () => {
  expect(parseRoute('#/domains/%E0%A4')).toEqual({ view: 'domain', domain: '%E0%A4' });
});
