import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the audits of a domain', (browser) => {
  const stage = stagePage(browser);
  const { openSignedIn } = operate(stage);
  const page = () => stage.watched.page;
  const button = (name: RegExp) => page().getByRole('tabpanel').getByRole('button', { name });
  const images = () => button(/^Some images have no alternative text/);
  const description = () => button(/^The page has no meta description/);
  const isOpen = async (one: ReturnType<typeof button>) => (await one.getAttribute('aria-expanded')) === 'true';
  const hash = () => new URL(page().url()).hash;

  test('a link to an audit opens and focuses it, and a reload keeps the open audits', async () => {
    await openSignedIn('#/domains/shop.example?tab=audits&audit=meta-description');
    await description().and(page().locator(':focus')).waitFor();
    expect([await isOpen(description()), await isOpen(images())]).toEqual([true, false]);
    await page().getByText('The head has no meta description.').waitFor();
    await images().click();
    expect(hash()).toBe('#/domains/shop.example?tab=audits&audit=meta-description,image-alt');
    await description().click();
    await page().reload();
    await images().waitFor();
    expect([await isOpen(description()), await isOpen(images())]).toEqual([false, true]);
    await images().click();
    await page().reload();
    await images().waitFor();
    expect([await isOpen(description()), await isOpen(images())]).toEqual([false, false]);
  });

  test('a link to a passed audit opens its group', async () => {
    await openSignedIn('#/domains/shop.example?tab=audits&audit=document-title');
    const passed = page().getByRole('listitem').filter({ hasText: 'The document has a title' });
    await passed.and(page().locator(':focus')).waitFor();
  });

  test('the filter by result is in the address, and going back restores the previous results', async () => {
    await openSignedIn('#/domains/shop.example?tab=audits');
    const filter = page().getByRole('navigation', { name: 'Filter by result' });
    const issue = page().getByRole('row').filter({ hasText: 'Text compression not enabled' });
    await issue.waitFor();
    await filter.getByRole('link', { name: 'Passed 2' }).click();
    await page().getByText('The document has a title').waitFor();
    expect(await images().count()).toBe(0);
    expect(await issue.count()).toBe(0);
    expect(hash()).toBe('#/domains/shop.example?tab=audits&show=pass');
    await page().goBack();
    await images().waitFor();
  });

  test('shows the changes since the previous snapshot, and an error when they cannot be loaded', async () => {
    await openSignedIn('#/domains/shop.example?tab=audits');
    const changes = page().getByRole('region', { name: 'What changed' });
    await changes.getByText('Score 85 → 86').waitFor();
    await changes.getByRole('link', { name: 'Some links do not say where they lead (2 → 8)' }).waitFor();
    await page().route('**/score-reasons*', (route) => route.abort());
    await page().reload();
    await changes.getByRole('alert').waitFor();
    await page().unroute('**/score-reasons*');
    await changes.getByRole('button', { name: 'Try again' }).click();
    await changes.getByText('Score 85 → 86').waitFor();
  });

  test.each([1_440, 390])('is accessible and nothing is cut off at a width of %d pixels', async (width) => {
    await openSignedIn('#/domains/shop.example?tab=audits', { viewport: { width, height: 844 } });
    await images().waitFor();
    await button(/^Passed/).click();
    expect(await accessibilityViolations(page())).toEqual([]);
    expect(await page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  test('explanations are translated by their codes on a Chinese page', async () => {
    await openSignedIn('#/domains/shop.example?tab=audits', { locale: 'zh-CN' });
    await page().getByText('18 张图片中有 15 张不合格。').waitFor();
    await page().getByText('没有 alt 属性').first().waitFor();
  });

  test.each(['light', 'dark'] as const)(
    'a printed %s page contains all collapsed parts and no controls',
    async (colorScheme) => {
      await openSignedIn('#/domains/shop.example?tab=audits', { colorScheme });
      await images().waitFor();
      const folded = [
        page().getByText('The head has no meta description.'),
        page().getByText('<img src="/shoe-9.jpg">'),
        page().getByText('The document has a title'),
      ];
      const controls = [
        page().getByRole('banner'),
        page().getByRole('tab', { name: 'Home page audits' }),
        page().getByRole('navigation', { name: 'Filter by result' }),
        page().getByRole('button', { name: 'Show all 12' }),
        page().getByRole('button', { name: 'Refresh data' }),
        page().getByRole('link', { name: /^Visit/ }),
      ];
      const shown = () => Promise.all([...folded, ...controls].map((one) => one.isVisible()));
      expect(await shown()).toEqual([...folded.map(() => false), ...controls.map(() => true)]);
      await page().emulateMedia({ media: 'print' });
      expect(await shown()).toEqual([...folded.map(() => true), ...controls.map(() => false)]);
      const background = await page()
        .getByRole('region', { name: 'SEO score' })
        .evaluate((card) => getComputedStyle(card).backgroundColor);
      expect(background).toBe('rgb(255, 255, 255)');
      const pdf = await page().pdf({ preferCSSPageSize: true });
      // A4 in points.
      expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\]/);
    },
  );
});
