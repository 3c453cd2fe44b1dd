import { ListQueuesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Role } from '../../functions/back-office/contract.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { enterRunner } from './support/enter-runner.ts';
import { openWatchedPage, accessibilityViolations, type WatchedPage } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'failed jobs with the runner', (browser) => {
  let runner: TestRunner;
  let watched: WatchedPage;
  let page: Page;
  beforeAll(async () => {
    runner = await startTestRunner(punctual, ['--offline']);
    await openAs('operator');
  });
  afterAll(async () => {
    await watched.close();
    await browser.close();
    await runner.close();
  });

  async function openAs(role: Role) {
    watched = await openWatchedPage(browser);
    ({ page } = watched);
    await enterRunner(page, runner, '#/queue', role);
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor();
  }
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const banner = () => page.getByRole('alert').filter({ hasText: 'failed in every attempt' });
  async function openDomain(domain: string) {
    await page.goto(`${runner.url}/back-office/#/domains/${domain}`);
    await page.getByRole('heading', { level: 1, name: domain }).waitFor();
  }
  const reload = () => page.getByRole('button', { name: 'Load again' }).click();

  /** Reloads the list until it contains the failed job. */
  async function waitForJob(domain: string) {
    for (let look = 0; look < 60 && (await row(domain).count()) === 0; look += 1) {
      await reload();
      await page.waitForTimeout(500);
    }
    await row(domain).waitFor();
  }
  async function failJob(domain: string) {
    const sqs = new SQSClient({ ...runner.aws, useQueueUrlAsEndpoint: false });
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'WorkQueue' }));
    const QueueUrl = QueueUrls.find((url) => !/DeadLetters|Learning|Batches|Crawls|Deliveries/.test(url));
    const MessageBody = JSON.stringify({ task: 'snapshot', domain, attempt: 'soon' });
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    sqs.destroy();
  }

  test('a failed job is added to the empty list with its task, domain and error', async () => {
    await page.getByText('There are no failed jobs.').waitFor();
    await page.getByText(/^Snapshots, batches and crawls that fail in every attempt are listed here/).waitFor();
    await page.getByText(/^No source has cost anything in the last/).waitFor();
    await page.getByRole('link', { name: 'Show domains with failed sources' }).click();
    await page.getByRole('button', { name: 'Failed sources > 0', exact: true }).waitFor();
    await page.goBack();
    await failJob('shop.example');
    await waitForJob('shop.example');
    await row('shop.example').getByText('Snapshot').waitFor();
    await row('shop.example').getByText('the message cannot be understood').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await row('shop.example').getByRole('link', { name: 'shop.example' }).click();
    await page.getByRole('heading', { level: 1, name: 'shop.example' }).waitFor();
    await page.goBack();
  });

  test('a retried job leaves the list and returns when it fails again', async () => {
    await page.getByRole('button', { name: 'Retry: Snapshot, shop.example' }).click();
    await page.getByText('The job was put back into its queue.').waitFor();
    expect(await row('shop.example').count()).toBe(0);
    await waitForJob('shop.example');
  });

  test('a job is dropped after confirmation, and the other one stays', async () => {
    await failJob('blog.example');
    await waitForJob('blog.example');
    await page.getByRole('button', { name: 'Drop: Snapshot, blog.example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await row('blog.example').waitFor();
    await page.getByRole('button', { name: 'Drop: Snapshot, blog.example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
    await page.getByText('The job was dropped.').waitFor();
    expect(await row('blog.example').count()).toBe(0);
    await reload();
    await row('shop.example').waitFor();
    expect(await row('blog.example').count()).toBe(0);
  });

  test("a failed job is on the page of its domain, which links to the domain's failed jobs", async () => {
    await failJob('blog.example');
    await waitForJob('blog.example');
    await openDomain('shop.example');
    await banner().getByText('A background job of this domain failed in every attempt').waitFor();
    await banner()
      .getByText(/^Snapshot, .+: the message cannot be understood$/)
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await banner().getByRole('link', { name: 'Retry in Operations' }).click();
    await page.getByText('Only the failed jobs of shop.example').waitFor();
    await page.getByRole('button', { name: 'Retry: Snapshot, shop.example' }).waitFor();
    expect(await row('blog.example').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Drop: Snapshot, shop.example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
    await page.getByText('There are no failed jobs of shop.example.').waitFor();
    await page.getByRole('link', { name: 'Show all failed jobs' }).click();
    await row('blog.example').waitFor();
    await openDomain('shop.example');
    await page.getByText('Nothing is stored of shop.example').waitFor();
    // What was seen before is shown until it is loaded again.
    await banner().waitFor({ state: 'detached' });
  });

  test('the page of a domain states that its failed jobs are not known when they could not be loaded', async () => {
    await page.route(/queue\/dead-letters\?domain/, (route) => route.fulfill({ status: 502, body: '' }));
    await openDomain('blog.example');
    await page.getByText(/^Whether background jobs of this domain failed is not known: /).waitFor();
    await page.unroute(/queue\/dead-letters\?domain/);
  });

  test('a viewer sees failed jobs without controls to retry or drop them', async () => {
    expect(watched.complaints).toEqual([]);
    await watched.close();
    await openAs('viewer');
    await row('blog.example').waitFor();
    expect(await page.getByRole('button', { name: /^(Retry|Drop)/ }).count()).toBe(0);
    await openDomain('blog.example');
    await banner().getByText('the message cannot be understood').waitFor();
    await banner().getByRole('link', { name: 'Show in Operations' }).waitFor();
    expect(watched.complaints).toEqual([]);
  });
});
