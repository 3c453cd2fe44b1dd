import type { IncomingHttpHeaders } from 'node:http';
import { createFakeKeywords } from './fake-keywords.ts';
import { createFakeSites } from './fake-sites.ts';

/** A call: its path below `/back-office/api`, and its query and body as sent. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** An answer without an envelope. */
export class CsvText {
  readonly text: string;
  readonly nextCursor: string | null;

  constructor(text: string, nextCursor: string | null) {
    [this.text, this.nextCursor] = [text, nextCursor];
  }
}

/** Fake API of the back office with data in memory, of the routes that are not served by the real API. */
export function createFakeBackOffice() {
  const sites = createFakeSites();
  const keywords = createFakeKeywords();

  const routes: [method: string, path: RegExp, answer: (name: string, call: Call) => unknown][] = [
    ['GET', /^domains\/([^/]+)\/site$/, (name, call) => sites.look(decodeURIComponent(name), call)],
    ['POST', /^domains\/([^/]+)\/site$/, (name, call) => sites.start(decodeURIComponent(name), call)],
    ['DELETE', /^domains\/([^/]+)\/site$/, (name) => sites.stop(decodeURIComponent(name))],
    ['GET', /^domains\/([^/]+)\/site\/pages$/, (name, call) => sites.pages(decodeURIComponent(name), call)],
    ['GET', /^domains\/([^/]+)\/site\/summary$/, (name) => sites.summary(decodeURIComponent(name))],
    ['GET', /^domains\/([^/]+)\/site\/crawls$/, (name) => sites.crawls(decodeURIComponent(name))],
    ['GET', /^domains\/([^/]+)\/site\/compare$/, (name, call) => sites.compare(decodeURIComponent(name), call)],
    ['GET', /^domains\/([^/]+)\/site\/verification$/, () => sites.proof()],
    ['GET', /^domains\/([^/]+)\/site\/links$/, (name, call) => sites.links(decodeURIComponent(name), call)],
    ['GET', /^domains\/([^/]+)\/site\/issues$/, (name, call) => sites.issues(decodeURIComponent(name), call)],
    ['GET', /^keywords$/, (_, call) => keywords.search(call)],
    ['POST', /^keywords$/, (_, call) => keywords.search(call)],
    ['GET', /^long-tail$/, (_, call) => keywords.longTail(call)],
    ['POST', /^long-tail$/, (_, call) => keywords.longTail(call)],
    ['GET', /^top-issues$/, () => ({ sites: 1, issues: [TOP_ISSUE] })],
  ];
  return {
    /** Returns whether this fake answers a call, and not the real API. */
    has: (method: string, path: string) => routes.some(([one, pattern]) => one === method && pattern.test(path)),
    answer(call: Call): unknown {
      const [, path, answer] = routes.find(([method, path]) => method === call.method && path.test(call.path))!;
      return answer(path.exec(call.path)![1] ?? '', call);
    },
  };
}

/** An issue of the site of a domain. */
const TOP_ISSUE = {
  ...{ id: 'broken-link', severity: 'error', title: 'Broken internal links (4xx or 5xx)', pages: 3, domains: 1 },
  examples: [{ domain: 'shop.example', pages: 3 }],
};
