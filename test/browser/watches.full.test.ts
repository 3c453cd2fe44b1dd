import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createScheduledSnapshots } from '../../functions/core/domains/store/domain-history.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { DAY_MS } from '../../functions/core/platform/time/day.ts';
import type { SnapshotValues } from '../../functions/core/record/history-values.ts';
import { startTables } from '../../infra/local/aws/dynamodb.ts';
import { localCredentials, localRegion } from '../../infra/local/credentials.ts';
import { createReceiver, type Received } from '../../infra/sandbox/receiver.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { synthesizeStack } from '../support/stack.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { enterRunner } from './support/enter-runner.ts';
import { layoutProblems, phone } from './support/phone.ts';
import { accessibilityViolations, openWatchedPage } from './support/watched-page.ts';

const browser = await launchBrowser();
const DOMAIN = 'faulty.example';
const HOOK = 'http://hooks.test/inbox';

/** Stores a scheduled snapshot of yesterday with another title than today's. */
async function storeSnapshotOfYesterday(dataDir: string): Promise<void> {
  const { tables } = synthesizeStack().model;
  const table = tables.find(({ name }) => name.startsWith('TablesDomainHistory'))!.name;
  const { endpoint, close } = await startTables(tables, { dataDir: join(dataDir, 'dynamodb') });
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  const takenAt = new Date(Date.now() - DAY_MS).toISOString();
  const values = { site_status: 'ok', failed_audits: [], title: 'Before' } as unknown as SnapshotValues;
  await createScheduledSnapshots(createSdkDynamoDB(client), table).add(DOMAIN, takenAt, values);
  client.destroy();
  await close();
}

describeInBrowser(browser, 'a watch in the workspace', (browser) => {
  let runner: TestRunner;
  let site: TestSite;
  const dataDir = mkdtempSync(join(tmpdir(), 'watches-'));
  const received: Received[] = [];
  let onDelivery = () => {};

  beforeAll(async () => {
    site = await startSite(
      createReceiver((_inbox, delivery) => {
        received.push(delivery);
        onDelivery();
      }),
    );
    await storeSnapshotOfYesterday(dataDir);
    const LOCAL_RESOLVE = `hooks.test=127.0.0.1:${site.port}`;
    runner = await startTestRunner({ ...punctual, LOCAL_DATA_DIR: dataDir, LOCAL_RESOLVE }, ['--offline']);
    await runner.get(`/api/v1/seo/query?domain=${DOMAIN}`);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await runner.close();
    await site.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const deliveries = (count: number) =>
    new Promise<void>((resolve) => {
      onDelivery = () => received.length >= count && resolve();
      onDelivery();
    });

  test('is created on the page of a domain, and shows its events and deliveries', async () => {
    const watched = await openWatchedPage(browser);
    const { page } = watched;
    await enterRunner(page, runner, '#/watches');
    await page.getByText('Nothing is watched yet').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.goto(`${runner.url}/back-office/#/domains/${DOMAIN}`);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByText('Title, Canonical').click();
    await page.getByLabel('Address for deliveries (optional)').fill(HOOK);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create the watch' }).click();
    const secret = (await page.getByTestId('watch-secret').textContent())!.trim();
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Take a snapshot' }).click();
    await deliveries(2);
    const [challenge, event] = received as [Received, Received];
    expect((JSON.parse(challenge.body) as { type: string }).type).toBe('watch.test');
    const headers = {
      'webhook-id': event.id,
      'webhook-timestamp': event.timestamp,
      'webhook-signature': event.signature,
    };
    expect(new Webhook(secret).verify(event.body, headers)).toMatchObject({
      type: 'watch.triggered',
      data: { domain: DOMAIN, name: 'title', before: 'Before' },
    });

    await page.goto(`${runner.url}/back-office/#/watches`);
    const card = page.getByRole('region', { name: DOMAIN });
    await card.getByText('Active').waitFor();
    await card.getByRole('link', { name: 'Title changed' }).waitFor();
    await card.getByText('Mail to the recipient of alarms, in English').waitFor();
    await card.getByText('Changes of: Title, Canonical address, Meta robots').waitFor();
    await card.getByRole('button', { name: 'All events' }).click();
    const events = card.getByRole('list', { name: 'Events' });
    await events.getByText('From “Before” to “A garden').waitFor();
    await events.getByText('Delivered').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize(phone.viewport);
    expect((await layoutProblems(page)).filter((problem) => problem.startsWith('cut off'))).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });

    const actions = page.getByRole('button', { name: `Actions for ${DOMAIN}` });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Send a test to the address' }).click();
    // The challenge of the new address was a test as well.
    await page.getByText('A test was sent to the host of this address within the last minute').waitFor();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Send a test mail' }).click();
    await page.getByText('The test mail is sent to the recipient of alarms.').waitFor();

    await page.getByRole('button', { name: `Edit the watch: ${DOMAIN}` }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('checkbox', { name: 'SEO score: worse by 10 or more' }).setChecked(false, { force: true });
    await form.getByLabel('By at least').fill('25%');
    await form.getByRole('button', { name: 'Add the condition' }).click();
    await form.getByRole('button', { name: /Language of mails/ }).click();
    await page.getByRole('option', { name: 'Chinese' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await card.getByText('SEO score: worse by 25% or more').waitFor();
    await card.getByText('Mail to the recipient of alarms, in Chinese').waitFor();
    expect(await card.getByText('SEO score: worse by 10 or more').count()).toBe(0);

    await page.goto(`${runner.url}/back-office/#/domains/${DOMAIN}`);
    await page.getByRole('button', { name: 'Unfollow' }).click();
    const unfollowing = page.getByRole('dialog');
    await unfollowing.getByText('This watch then reports nothing about what is unfollowed').waitFor();
    await unfollowing.getByText('Also remove from the watches').click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await unfollowing.getByRole('button', { name: 'Unfollow' }).click();
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor();
    await page.goto(`${runner.url}/back-office/#/watches`);
    await page.getByText('Nothing is watched yet').waitFor();
    expect(watched.complaints).toEqual([]);
    await watched.close();
  });

  test('is created and deleted in the list of watches', async () => {
    const watched = await openWatchedPage(browser);
    const { page } = watched;
    await enterRunner(page, runner, '#/watches');
    await page.getByRole('button', { name: 'New watch' }).click();
    await page.getByRole('radio', { name: 'All domains with a tag' }).check({ force: true });
    await page.getByLabel('Tag', { exact: true }).fill('clients');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create the watch' }).click();
    await page.getByText('The watch is created.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    const subject = 'All domains with the tag clients';
    await page.getByRole('region', { name: subject }).waitFor();
    await page.getByRole('button', { name: `Actions for ${subject}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing is watched yet').waitFor();
    expect(watched.complaints).toEqual([]);
    await watched.close();
  });

  test('whose address does not accept the test is not reported as confirmed', async () => {
    const watched = await openWatchedPage(browser);
    const { page } = watched;
    await enterRunner(page, runner, `#/domains/${DOMAIN}`);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByLabel('Address for deliveries (optional)').fill(`${HOOK}?answer=401`);
    await page.getByRole('button', { name: 'Create the watch' }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('Not confirmed').waitFor();
    await page.getByTestId('watch-secret').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(watched.complaints).toEqual([]);
    await watched.close();
  });

  test('logs mails in the runner without the secret', () => {
    expect(runner.output()).toContain('"message":"mail","subject":"faulty.example: Title changed"');
    expect(runner.output()).toContain('"subject":"Test: faulty.example, ');
    expect(runner.output()).not.toContain('whsec_');
  });
});
