import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';

const browser = await launchBrowser();

const MAX_OF_VIEW = 3;
/** The values above the tabs of a domain need its history, its last crawl and its failed jobs. */
const MAX_OF_DOMAIN = 6;
/** The list of domains has two pages, and the reasons of changes need the list. */
const MAX_OF_OVERVIEW = 5;
const page = `#/domains/shop.example/${encodeURIComponent('https://shop.example/prices')}`;

describeInBrowser(browser, 'API requests of views', (browser) => {
  const stage = stagePage(browser);
  const operator = operate(stage);

  test.each([
    ...['#/overview', '#/domains', '#/compare?domains=shop.example,measured.example', '#/batches', '#/queue'],
    ...['#/keywords?q=camping', '#/long-tail?keyword=camping', '#/keyword-lists', '#/keys', '#/keys/k1', page],
    ...['overview', 'audits', 'vitals', 'history', 'site', 'pages', 'record', 'sources'].map(
      (tab) => `#/domains/shop.example?tab=${tab}`,
    ),
    ...['overview', 'issues', 'issues&issue=broken-link', 'list', 'changes'].map(
      (tab) => `#/domains/measured.example?tab=site.${tab}`,
    ),
  ])(
    `%s sends at most ${MAX_OF_VIEW} requests, a domain ${MAX_OF_DOMAIN}, the overview ${MAX_OF_OVERVIEW}`,
    async (view) => {
      await operator.openSignedIn('#/nowhere');
      const requested: string[] = [];
      operator.page.on('request', (request) => {
        const [, path] = request.url().split('/back-office/api/');
        if (path !== undefined) requested.push(path);
      });
      await operator.page.goto(stage.server.url + view);
      // The first visit to a single page stores its audit.
      await operator.page.waitForLoadState('networkidle');
      await operator.page.reload();
      await operator.page.getByRole('heading', { level: 1 }).waitFor();
      await operator.page.waitForLoadState('networkidle');
      // Every visit requests the session once; earlier requests are those of the first visit.
      const last = requested.slice(requested.lastIndexOf('session') + 1);
      const max = view === '#/overview' ? MAX_OF_OVERVIEW : view.includes('?tab=') ? MAX_OF_DOMAIN : MAX_OF_VIEW;
      expect([last.length <= max, last]).toEqual([true, last]);
    },
  );
});
