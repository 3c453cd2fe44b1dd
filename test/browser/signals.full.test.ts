import { expect, test } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { eventually } from './support/eventually.ts';
import { operate } from './support/operate.ts';
import { LONG, MARKUP, RIGHT_TO_LEFT } from './support/sample-record.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the record of a domain in the back office', (browser) => {
  const stage = stagePage(browser);
  const operator = operate(stage);

  const panel = () => operator.page.getByRole('tabpanel');
  const table = (name: string) => operator.page.getByRole('table', { name });
  const cells = async (name: string, row: string) => {
    const found = table(name).getByRole('row').filter({ hasText: row });
    await found.first().waitFor();
    const texts = await found.locator('th, td').allTextContents();
    return texts.map((text) => text.trim());
  };
  async function openRecord(domain: string, options: BrowserContextOptions = {}) {
    await operator.openSignedIn(`#/domains/${domain}`, options);
    await operator.page.getByRole('tab', { name: 'Record' }).click();
  }
  test('each section shows its values in words', async () => {
    await openRecord('measured.example');
    await eventually(
      () => cells('Variants', 'https://www.measured.example/'),
      [
        'https://www.measured.example/',
        '– no response',
        '– not known',
        '– not known',
        'the certificate does not match the name',
      ],
    );
    await eventually(
      () => cells('Security headers', 'Strict-Transport'),
      ['Strict-Transport-Security', 'Weak', 'max-age=86400', 'https only for less than six months'],
    );
    expect(await cells('Security headers', 'X-Frame')).toContain('Present');
    expect((await cells('Security headers', 'Permissions')).slice(1, 3)).toEqual(['Absent', 'none']);
    await panel().getByText('Blocked by browsers: 0. Requested over https instead: 2.').waitFor();
    await panel().getByText('and 1 more').waitFor();
    await eventually(
      () => cells('Pages in other languages', '/fr/'),
      ['fr', 'https://measured.example/fr/', '404', 'no', '– not known', '– not known'],
    );
    await eventually(() => cells('Crawlers of AI services', 'GPTBot'), ['GPTBot', 'Not allowed', 'Disallow: /']);
    await eventually(
      () => cells('Crawlers of AI services', 'Perplexity'),
      ['PerplexityBot', 'Allowed', 'none: no line applies'],
    );
    await panel().getByText('no links', { exact: true }).waitFor();
    const metrics = 'Performance: visitors’ measurements';
    await eventually(() => cells(metrics, '(INP)'), ['Interaction to Next Paint (INP)', '212 ms', '61 ms']);
    await eventually(() => cells(metrics, '(CLS)'), ['Cumulative Layout Shift (CLS)', '0.04', '0.31']);
    await eventually(() => cells(metrics, '(TTFB)'), ['Time to First Byte (TTFB)', '702 ms', '– not known']);
    await eventually(() => cells(metrics, 'Core Web Vitals'), ['Core Web Vitals', 'Needs improvement', 'Poor']);
    expect(await accessibilityViolations(operator.page)).toEqual([]);
  });

  test('a link to a group of sections scrolls to and focuses it, also after a reload', async () => {
    await openRecord('measured.example');
    const groups = operator.page.getByRole('navigation', { name: 'Groups of the record' });
    await groups.getByRole('link', { name: 'Domain and DNS' }).click();
    expect(new URL(operator.page.url()).hash).toBe('#/domains/measured.example?tab=record&section=domain');
    for (const loaded of ['at once', 'after a reload']) {
      const heading = panel().getByRole('heading', { name: 'Domain and DNS' });
      await panel().locator(':focus').getByRole('heading', { name: 'Domain and DNS' }).waitFor();
      expect([loaded, (await heading.boundingBox())!.y < 300]).toEqual([loaded, true]);
      await operator.page.reload();
    }
  });

  test('a long list shows ten items, all on request, and the number of omitted ones', async () => {
    await operator.openSignedIn('#/nowhere');
    await operator.page.route('**/api/domains/shop.example', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { record: { page: { h1: string[]; h1_total: number } } } };
      body.data.record.page.h1 = Array.from({ length: 12 }, (_, index) => `Heading number ${index + 1}`);
      body.data.record.page.h1_total = 20;
      await route.fulfill({ response, json: body });
    });
    await operator.page.goto(`${stage.server.url}#/domains/shop.example?tab=record`);
    const headings = panel().getByText(/^Heading number/);
    await headings.first().waitFor();
    await eventually(() => headings.filter({ visible: true }).count(), 10);
    await panel().getByText('and 8 more').waitFor();
    await panel().getByRole('button', { name: 'Show all 12' }).click();
    await eventually(() => headings.filter({ visible: true }).count(), 12);
  });

  test('values missing in a record of an earlier version have the reason of their source', async () => {
    await openRecord('earlier.example');
    for (const source of ['The site’s host variants', 'The site’s other languages', 'The site’s llms.txt']) {
      await panel().getByText(`not known: ${source}: Pending`).waitFor();
    }
    expect(await table('Variants').count()).toBe(0);
  });

  test('texts of a site are shown verbatim: no script runs, no text is reordered, and long texts wrap', async () => {
    await openRecord('hostile.example', { viewport: { width: 390, height: 844 } });
    const title = 'Record · hostile.example · Domains · Domaingauge';
    for (const text of [MARKUP, RIGHT_TO_LEFT, LONG]) await panel().getByText(text).first().waitFor();
    // Wait for the last sections.
    await panel().getByText('Desktop: too few visitors, or not known.').waitFor();
    await panel().getByText('not known: fewer than two responded').waitFor();
    expect(await operator.page.title()).toBe(title);
    expect(await panel().locator('img, script').count()).toBe(0);
    // Each text is isolated, so that its direction does not affect others.
    for (const text of [MARKUP, RIGHT_TO_LEFT]) {
      expect(await panel().locator('bdi', { hasText: text }).count()).toBe(await panel().getByText(text).count());
    }
    expect(await operator.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    // A text of 2,000 characters wraps within its column.
    const widths = await panel()
      .locator('bdi')
      .evaluateAll((texts) => texts.map((one) => one.getBoundingClientRect().width));
    expect(Math.max(...widths)).toBeLessThan(700);
  });

  test('the history charts these metrics and lists changes of texts', async () => {
    await operator.openSignedIn('#/domains/shop.example', { locale: 'en-US' });
    await operator.page.getByRole('tab', { name: 'History' }).click();
    for (const metric of [
      'Interaction to Next Paint',
      'Cumulative Layout Shift',
      'Time to First Byte',
      'First Contentful Paint',
      'Certificate, days left',
    ]) {
      await operator.page
        .getByRole('region', { name: metric })
        .getByRole('img', { name: `${metric}: 20 values` })
        .waitFor();
    }
    const expected = [
      ['Canonical address', 'https://www.shop.example/', 'https://shop.example/en/'],
      ['Meta robots', 'index', 'noindex'],
    ];
    for (const [name, from, to] of expected) {
      expect((await cells('What changed', name!)).slice(0, 3)).toEqual([name, from, to]);
    }
    expect((await cells('What changed', 'End of the registration'))[2]).toMatch(/^May 17, 2027/);
  });
});
