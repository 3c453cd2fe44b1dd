import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AttributeValue, DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { startTables } from '../../../infra/local/aws/dynamodb.ts';
import { localCredentials, localRegion } from '../../../infra/local/credentials.ts';
import { synthesizeOnce } from '../../../infra/local/template/synthesize.ts';
import { punctual, startTestRunner, type TestRunner } from '../../support/runner.ts';

const TIMEOUT_MS = 60_000;

export type Item = Record<string, AttributeValue>;

/** Data of a runner's sandbox that its functions have stored for requests. */
export interface SandboxData {
  /** `data` of the first response to the first path. */
  first: Record<string, unknown>;
  /** Items by the name of the table. */
  items: Map<string, Item[]>;
}

/**
 * Requests each path of a runner until nothing is pending.
 *
 * @param paths with their queries
 */
export async function sandboxData(paths: string[]): Promise<SandboxData> {
  const runner = await startTestRunner(punctual, ['--offline']);
  try {
    const answers = [];
    for (const path of paths) answers.push(await settled(runner, path));
    // Again, since one request may cause background work for another one.
    for (const path of paths) await settled(runner, path);
    await runner.stop();
    return { first: answers[0]!, items: await storedItems(runner.dataDir) };
  } finally {
    await runner.close();
  }
}

async function settled(runner: TestRunner, path: string): Promise<Record<string, unknown>> {
  const until = Date.now() + TIMEOUT_MS;
  const request = async () => {
    const response = await runner.get(path);
    // 202 while a crawl of a site is running.
    if (!response.ok) throw new Error(`${path} is answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: Record<string, unknown> }).data;
  };
  const first = await request();
  for (let answer = first; isRunning(answer); answer = await request()) {
    if (Date.now() > until) throw new Error(`${path} is still pending`);
    await sleep(500);
  }
  return first;
}

const isRunning = ({ index_pending, status }: Record<string, unknown>) =>
  index_pending === true || status === 'queued' || status === 'crawling';

async function storedItems(dataDir: string): Promise<Map<string, Item[]>> {
  const { tables } = synthesizeOnce({}).model;
  const { endpoint, close } = await startTables(tables, { dataDir: join(dataDir, 'dynamodb') });
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  const items = new Map<string, Item[]>();
  for (const { name } of tables) {
    const pages = await Array.fromAsync(paginateScan({ client }, { TableName: name }));
    items.set(
      name,
      pages.flatMap((page) => page.Items ?? []),
    );
  }
  client.destroy();
  await close();
  return items;
}
