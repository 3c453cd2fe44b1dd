import fc from 'fast-check';
import type { RequestListener } from 'node:http';
import type { Attack } from './attack.ts';
import { privateAddress } from './private-addresses.ts';

const status = fc.constantFrom(301, 302, 303, 307, 308);

/** Redirects from `/` to `/1`, `/2`, …, and finally to `last`. */
function chain(hops: number, code: number, last: string): RequestListener {
  return (request, response) => {
    const hop = Number(request.url!.slice(1) || 0);
    if (!Number.isInteger(hop)) return void response.writeHead(404).end();
    response.writeHead(code, { Location: hop >= hops ? last : `/${hop + 1}` }).end();
  };
}

/** @param canaryPort port of a server on this machine that must not get requests */
export function redirects(canaryPort: number): Record<string, fc.Arbitrary<Attack>> {
  return {
    'redirect loop': fc.record({ hops: fc.integer({ min: 0, max: 8 }), code: status }).map(({ hops, code }) => ({
      kind: 'redirect loop',
      detail: `${hops + 1} hops of ${code}`,
      serve: chain(hops, code, '/'),
      expected: { failure: ['redirect_loop'] },
    })),
    'endless redirects': status.map((code) => ({
      kind: 'endless redirects',
      detail: `${code}`,
      serve: chain(Infinity, code, '/'),
      expected: { failure: ['too_many_redirects'] },
    })),
    'redirect to a private address': fc
      .record({ hops: fc.integer({ min: 0, max: 9 }), code: status, to: privateAddress(canaryPort) })
      .map(({ hops, code, to }) => ({
        kind: 'redirect to a private address',
        detail: `${hops + 1} hops of ${code} to ${to}`,
        serve: chain(hops, code, to),
        expected: { failure: ['address_not_public', 'port_not_allowed'] },
      })),
    'redirect to a URL that is not http': fc
      .constantFrom('file:///etc/passwd', 'gopher://127.0.0.1:25/', 'javascript:1', 'data:,x', 'http://[', 'http://')
      .map((to) => ({
        kind: 'redirect to a URL that is not http',
        detail: to,
        serve: chain(0, 302, to),
        expected: { failure: ['bad_redirect'] },
      })),
  };
}
