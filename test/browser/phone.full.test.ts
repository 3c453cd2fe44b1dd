import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { judgeViews } from './support/judge-views.ts';
import { operate } from './support/operate.ts';
import { layoutProblems, phone } from './support/phone.ts';
import { stagePage } from './support/stage-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the back office on a phone', (browser) => {
  const stage = stagePage(browser);
  const operator = operate(stage);

  test('no view or dialog cuts off a column, and touch targets are at least 44 pixels high', async () => {
    expect(await judgeViews(operator, stage, { options: phone, judge: layoutProblems })).toEqual({});
  });
});
