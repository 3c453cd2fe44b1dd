import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { eventually } from './support/eventually.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';
import { readCases } from '../support/cases.ts';

const browser = await launchBrowser();

const HAN = /\p{Script=Han}/u;
/** Names, terms and codes that are the same in Chinese. */
const SAME = [
  /^[\w.-]+@example\.com$/,
  /^(?:https?:\/\/)?[\w.-]+\.(?:example|net|txt)(?:\/.*)?$/,
  /^(?:DNS|RDAP|nosniff|quarantine|utf-8|text\/html; charset=utf-8|TLSv1\.3|X-Robots-Tag|Content-Type|Meta robots)$/,
  /^(?:Open Graph|Open PageRank|Common Crawl|Wayback Machine|Chrome UX Report|PageSpeed Insights|DataForSEO|Tranco)$/,
  /^(?:camping|measured)\b/,
  /^(?:(?:Google|Bing)(?: \d)?(?:，|$))+$/,
  /^lighthouse-13\.5\.0 seo$/,
  /^(?:Domaingauge|Ctrl K)$/,
  /^(?:Content-Signal|Content-Usage|TDMRep)$/,
];
/** Texts of sites, providers, operators and later versions. */
const FOREIGN_TEXTS = readCases<string[]>('page/same-in-chinese');

const VIEWS = [
  '#/keys',
  '#/keys/k1',
  '#/overview',
  '#/domains',
  '#/compare?domains=shop.example,measured.example,asked-once.example',
  ...['overview', 'audits', 'vitals', 'record', 'sources', 'history', 'pages', 'site'].map(
    (tab) => `#/domains/shop.example?tab=${tab}`,
  ),
  `#/domains/shop.example/${encodeURIComponent('https://shop.example/prices')}`,
  ...['links', 'audits', 'page', 'sources'].map(
    (tab) => `#/domains/measured.example/${encodeURIComponent('https://measured.example/')}?tab=${tab}`,
  ),
  ...['overview', 'issues', 'issues&issue=broken-link', 'list', 'changes'].map(
    (site) => `#/domains/measured.example?tab=site.${site}`,
  ),
  '#/keywords?q=camping&word_count=2',
  '#/keywords?domain=shop.example',
  '#/keywords?q=measured',
  '#/long-tail?keyword=camping',
  '#/keyword-lists',
  '#/issues',
  '#/issues/broken-link',
  '#/issues/no-such-issue',
  '#/watches',
  '#/batches',
  '#/journal',
  '#/queue',
  '#/nowhere',
];

describeInBrowser(browser, 'the back office in Chinese', (browser) => {
  const stage = stagePage(browser);
  const { open, enter, dialog } = operate(stage);
  const page = () => stage.watched.page;

  test('no view contains untranslated texts', async () => {
    await open('', { locale: 'zh-CN' });
    await enter();
    await page().getByRole('heading', { level: 1 }).waitFor();
    const untranslated = async () => {
      const texts = await textsOf(page());
      return texts.filter(
        (text) =>
          /[A-Za-z]{3}/.test(text) &&
          !HAN.test(text) &&
          !FOREIGN_TEXTS.includes(text) &&
          !SAME.some((same) => same.test(text)),
      );
    };
    for (const view of VIEWS) {
      await page().goto(stage.server.url + view);
      await page().getByRole('heading', { level: 1 }).waitFor();
      await page().waitForLoadState('networkidle');
      // The texts of issues are loaded after those of the view.
      await eventually(async () => [view, ...(await untranslated())], [view]);
    }
  });

  test('a rejected form shows its error in Chinese', async () => {
    await open('#/keys', { locale: 'zh-CN' });
    await enter();
    await page().getByRole('button', { name: '创建密钥' }).click();
    await dialog().getByLabel('名称').fill('Nightly import');
    await dialog().getByRole('button', { name: '创建密钥' }).click();
    await dialog().getByText('参数有误。').first().waitFor();
    await dialog()
      .getByText(/name 已被另一个密钥使用 · 请求 [0-9a-f]{32}/)
      .first()
      .waitFor();
  });

  test('Chinese text uses system fonts, also in components', async () => {
    await open('#/keys', { locale: 'zh-CN' });
    const fontsOf = (selector: string) =>
      page()
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).fontFamily);
    expect(await fontsOf('body')).toContain('PingFang SC');
    await enter();
    await page().getByRole('heading', { level: 1 }).waitFor();
    for (const selector of ['h1', 'button', 'th', 'input'])
      expect(await fontsOf(selector)).toContain('Microsoft YaHei');
  });
});

/** Returns the visible texts, without code and texts of sites. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    while (shown.nextNode()) {
      const { parentElement: parent, textContent: text } = shown.currentNode;
      if (!parent || parent.closest('bdi, code, script, style, [class*="code"]')) continue;
      found.add(text!.trim());
    }
    return [...found];
  });
}
