import { describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { createWatches } from '../../functions/core/watches/store/watches.ts';
import { punctual, startTestRunner } from '../support/runner.ts';
import { useOpened } from '../support/use-opened.ts';

const QUERY = '/api/v1/seo/query?domain=shop.example';
const runner = useOpened(() => startTestRunner(punctual, ['--offline']));

describe('npm run keys', () => {
  const run = (...args: string[]) => {
    const script = ['infra/operations/keys.ts', ...args, '--local', new URL(runner.url).port];
    const env = { ...process.env, LOCAL_DATA_DIR: runner.dataDir };
    return promisify(execFile)(process.execPath, script, { env });
  };
  const keys = async (...args: string[]) => (await run(...args)).stdout;

  test('creates a key, shows it, disables it and deletes it', async () => {
    const made = await keys('create', 'terminal', '--plan', 'basic', '--note', 'mine');
    const value = /shown once: (\S+)/.exec(made)![1]!;
    expect((await runner.get(QUERY, { key: value })).status).toBe(200);
    const listed = JSON.parse(await keys('list', '--json')) as { id: string; name: string }[];
    const { id } = listed.find(({ name }) => name === 'terminal')!;
    expect(await keys('list')).toMatch(new RegExp(`^${id} +terminal +basic +enabled`, 'm'));
    expect(await keys('usage', id)).toMatch(/ 1 {5,}49999$/m);
    expect(await keys('move', id, '--plan', 'pro')).toMatch(/terminal +pro/);
    expect(await keys('disable', id)).toMatch(/disabled/);
    expect((await runner.get(QUERY, { key: value })).status).toBe(401);
    expect(await keys('enable', id)).toMatch(/enabled/);
    expect(await keys('delete', id)).toBe(`Deleted ${id}\n`);
    await expect(keys('delete', id)).rejects.toMatchObject({ code: 1, stderr: `There is no key ${id}\n` });
  });

  test('replaces a key for the same owner, and sets the allowances of the owner', async () => {
    interface Shown {
      id: string;
      owner: string;
      value: string;
    }
    const shown = async (...args: string[]) => JSON.parse(await keys(...args, '--json')) as Shown;
    const first = await shown('create', 'rotated', '--plan', 'basic');
    const second = await shown('rotate', first.id, '--disable');
    const third = await shown('create', 'further', '--plan', 'pro', '--owner', first.owner);
    expect([second.owner, third.owner]).toEqual([first.owner, first.owner]);
    expect((await runner.get(QUERY, { key: first.value })).status).toBe(401);
    expect((await runner.get(QUERY, { key: second.value })).status).toBe(200);
    const row = (...cells: string[]) => expect.stringMatching(new RegExp(cells.join(' +'))) as unknown;
    await keys('allow', first.owner, '--domains', '2000', '--pages', '10000');
    expect(await keys('list')).toEqual(row(second.id, 'rotated', 'basic', 'enabled', first.owner, '2000', '10000'));
    expect(await keys('list')).toEqual(row(third.id, 'further', 'pro', 'enabled', first.owner, '2000', '10000'));
    expect(await keys('allow', first.owner, '--domains', 'plan')).toEqual(row(first.owner, 'plan', '10000'));
    await expect(keys('allow', 'nobody', '--pages', '1')).rejects.toMatchObject({
      code: 1,
      stderr: 'No key belongs to nobody\n',
    });
    for (const { id } of [first, second, third]) await keys('delete', id);
  });

  test('changes limits from the next request on, and states it', async () => {
    interface Created {
      owner: string;
      value: string;
    }
    const { owner, value } = JSON.parse(await keys('create', 'limited', '--plan', 'basic', '--json')) as Created;
    const statusOf = async (domain: string) =>
      (await runner.get(`/api/v1/seo/query?domain=${domain}`, { key: value })).status;
    expect(await statusOf('blog.example')).toBe(200);
    const { stderr } = await run('allow', owner, '--domains', '1');
    expect(stderr).toMatch(/^It applies from now on \(20\d\d-\d\d-\d\dT[\d:.]+Z\)/m);
    expect(await statusOf('faulty.example')).toBe(429);
    await run('allow', owner, '--domains', '2');
    expect(await statusOf('faulty.example')).toBe(200);
  });

  test("changes the limits of the owner's watches too, also by another plan", async () => {
    interface Created {
      id: string;
      owner: string;
      value: string;
    }
    const { id, owner, value } = JSON.parse(await keys('create', 'watching', '--plan', 'basic', '--json')) as Created;
    const response = await fetch(`${runner.url}/api/v1/seo/watches`, {
      method: 'POST',
      headers: { 'X-SEO-API-Key': value },
      body: JSON.stringify({ domains: ['shop.example'], conditions: [{ on: 'noindex' }] }),
    });
    expect(response.status).toBe(201);
    const limits = async () => {
      const client = new DynamoDBClient(runner.aws);
      const { TableNames = [] } = await client.send(new ListTablesCommand({}));
      const table = TableNames.find((name) => name.startsWith('TablesWatches'))!;
      const [watch] = await createWatches(createSdkDynamoDB(client), table, Date.now).list(owner);
      return watch!.limits;
    };
    expect(await limits()).toEqual({ domains: 1_000, pages: 5_000 });
    const { stderr } = await run('allow', owner, '--domains', '1');
    expect(stderr).toContain('to the watches of the owner');
    expect(await limits()).toEqual({ domains: 1, pages: 5_000 });
    await run('move', id, '--plan', 'pro');
    expect(await limits()).toEqual({ domains: 1, pages: 50_000 });
  });

  test.each([
    [['create', 'x'], 'create requires --plan'],
    [['allow', 'o1'], 'allow requires --domains or --pages'],
    [['allow', 'o1', '--pages', 'many'], '--pages: must be a whole number up to 1000000000, or plan'],
  ])('an invalid command line is rejected with the usage: %j', async (args, message) => {
    await expect(keys(...args)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message) as unknown,
    });
  });
});
