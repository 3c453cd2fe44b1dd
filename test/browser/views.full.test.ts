import { describe, expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { judgeView } from './support/judge-views.ts';
import { layoutProblems, phone } from './support/phone.ts';
import { stagePage } from './support/stage-page.ts';
import { showView, viewAddresses } from './support/views.ts';

const browser = await launchBrowser();

const sizes = [
  { size: 'desktop', options: {}, judge: undefined },
  { size: 'phone', options: phone, judge: layoutProblems },
];

/** `phone.full.test.ts` and `page.full.test.ts` judge what has no address, such as dialogs. */
describeInBrowser(browser, 'all views', (browser) => {
  const stage = stagePage(browser);

  describe.each(sizes)('at the size of a $size have no problem of accessibility or layout', ({ options, judge }) => {
    test.each(viewAddresses)('%s', async (address) => {
      // Elements that animate in are transparent at first.
      const page = await stage.openSignedIn(address, { ...options, reducedMotion: 'reduce' });
      await showView(page, address);
      expect(await judgeView(page, judge)).toEqual([]);
    });
  });
});
