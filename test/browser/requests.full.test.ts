import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';

const browser = await launchBrowser();

const MOST = 3;
/** The numbers above the tabs of a domain need its history and its last crawl. */
const MOST_OF_DOMAIN = 5;
/** The list of domains has two parts, and the reasons of changes follow it. */
const MOST_OF_OVERVIEW = 5;
const page = `#/domains/shop.example/${encodeURIComponent('https://shop.example/prices')}`;

describeInBrowser(browser, 'what views ask the interface for', (browser) => {
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
  ])(`%s asks at most ${MOST} times, a domain ${MOST_OF_DOMAIN} and the overview ${MOST_OF_OVERVIEW}`, async (view) => {
    await operator.openSignedIn('#/nowhere');
    const asked: string[] = [];
    operator.page.on('request', (request) => {
      const [, path] = request.url().split('/back-office/api/');
      if (path !== undefined) asked.push(path);
    });
    await operator.page.goto(stage.server.url + view);
    // The first visit to a single page stores its audit.
    await operator.page.waitForLoadState('networkidle');
    await operator.page.reload();
    await operator.page.getByRole('heading', { level: 1 }).waitFor();
    await operator.page.waitForLoadState('networkidle');
    // The page asks once who is signed in, whatever the view; what is before that is the first visit's.
    const last = asked.slice(asked.lastIndexOf('session') + 1);
    const most = view === '#/overview' ? MOST_OF_OVERVIEW : view.includes('?tab=') ? MOST_OF_DOMAIN : MOST;
    expect([last.length <= most, last]).toEqual([true, last]);
  });
});
