import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { RequestListener } from 'node:http';
import type { DomainAnswer } from '../../../../functions/core/record/record.ts';
import { answering, type Attack, goodPage, serving } from './attack.ts';

const MB10 = 10_000_000;

/** Lines that are repeated to 10 MB of robots.txt. */
const lines = [
  ...['User-agent: *\nDisallow: /*a*a*a*a*a*a*a*a*a*a*b$\n', 'User-agent: DomaingaugeBot\nAllow: /\n'],
  ...[`Disallow: /${'*'.repeat(2_000)}x$\n`, 'Sitemap: /sitemap.xml\n', 'User-agent: *\n', 'x', '\0', '\r', '#', ':'],
  ...[
    'Crawl-delay: 1e999\n',
    'User-agent: *\nDisallow: /%\n',
    'Sitemap: http://[\n',
    'Disallow: /%00%ff\u00e9\n',
    'a: b\n',
  ],
  'User-agent: DomaingaugeBot\nUser-agent: *\nAllow: /\nDisallow: /*?*?*?*?$\n',
];

const read = {
  record({ page, robots_txt }: DomainAnswer) {
    expect(page).toMatchObject({ http_status: 200 });
    expect(robots_txt).toMatchObject({ http_status: 200 });
  },
};

const withRobots = (kind: string, detail: string, robots: RequestListener, expected: Attack['expected']): Attack => ({
  kind,
  detail,
  serve: serving({ '/': goodPage, '/robots.txt': robots }),
  expected,
});

export function robotsFiles(): Record<string, fc.Arbitrary<Attack>> {
  return {
    'robots.txt of 10 MB': fc.constantFrom(...lines).map((line) => {
      const robots: RequestListener = (request, response) =>
        answering(line.repeat(MB10 / line.length), { 'Content-Type': 'text/plain' })(request, response);
      return withRobots('robots.txt of 10 MB', JSON.stringify(line.slice(0, 60)), robots, read);
    }),
    'robots.txt that redirects in a loop': fc.constantFrom('/robots.txt', '/other', 'http://127.0.0.1/').map((to) => {
      const robots: RequestListener = (_request, response) => response.writeHead(301, { Location: to }).end();
      const expected = {
        record: ({ robots_txt }: DomainAnswer) => expect(robots_txt!.http_status).not.toBe(200),
      };
      return withRobots('robots.txt that redirects in a loop', to, robots, expected);
    }),
  };
}

/** A robots.txt that uses up the time limit. */
export function slowRobotsFiles(): Record<string, fc.Arbitrary<Attack>> {
  return {
    'robots.txt at one byte per second': fc.boolean().map((hasHeaders) => {
      const robots: RequestListener = (_request, response) => {
        if (!hasHeaders) return;
        response.writeHead(200, { 'Content-Type': 'text/plain' });
        const timer = setInterval(() => response.write('U'), 1_000);
        response.on('close', () => clearInterval(timer));
      };
      const expected = { record: ({ page }: DomainAnswer) => expect(page).toMatchObject({ http_status: 200 }) };
      return withRobots('robots.txt at one byte per second', hasHeaders ? 'body' : 'no headers', robots, expected);
    }),
  };
}
