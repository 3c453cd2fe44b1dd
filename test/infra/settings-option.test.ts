import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { readSettings, storedSettings } from '../../infra/settings.ts';
import { type FakeAws, FakeError, fakeStack, startFakeAws } from '../support/fake-aws.ts';
import { machineEnvironment } from '../support/machine.ts';

const PRODUCTION = 'shop';
const STAGING = 'shop-staging';

/** Tables of the deployed stage, with those of an earlier stack of the same name, which were retained. */
const tableOf = (construct: string, suffix: string) => ({
  ...{
    type: 'AWS::DynamoDB::GlobalTable',
    logicalId: `Tables${construct}1A`,
    id: `${STAGING}-Tables${construct}1A-${suffix}`,
  },
});
const RESOURCES = ['Coordination', 'Watches'].map((construct) => tableOf(construct, 'NEW'));
const LEFT = ['Coordination', 'Watches'].map((construct) => tableOf(construct, 'EARLIER').id);
/** The plan of the deployed stage, which the settings file does not have. */
const DEPLOYED = storedSettings(
  readSettings({ tryGetContext: () => undefined }, { stackName: STAGING, basicPlan: { pagesPerDay: 11 } }),
);

let folder: string;
let aws: FakeAws;
/** Tags that are set on the key of the deployed stage. */
let tags: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stages-'));
  for (const stackName of [PRODUCTION, STAGING]) {
    writeFileSync(join(folder, `${stackName}.json`), JSON.stringify({ stackName }));
  }
  tags = {};
  const key = (stack: string) => ({
    ...{ id: `id-of-${stack}`, name: `${stack}-me`, enabled: true, createdDate: 1_790_000_000 },
    tags: { stack, owner: 'o1', ...(stack === STAGING && tags) },
  });
  const tagKey = `PUT /tags/arn%3Aaws%3Aapigateway%3Aeu-west-1%3A%3A%2Fapikeys%2Fid-of-${STAGING}`;
  aws = await startFakeAws({
    // Only this stage is deployed.
    ...fakeStack(STAGING, {
      outputs: { OperatorPoolId: 'eu-west-1_pool', BackOfficeUrl: 'https://a.example/' },
      resources: RESOURCES,
    }),
    AdminCreateUser: () => ({}),
    AdminAddUserToGroup: () => ({}),
    PutParameter: () => ({}),
    'GET /apikeys': () => ({ item: [PRODUCTION, STAGING].map(key) }),
    'GET /usageplans': () => ({ item: [{ id: 'p1', name: `${STAGING}-basic` }] }),
    'GET /usageplans/p1/keys': () => ({ item: [{ id: `id-of-${STAGING}` }] }),
    'GET /usageplans/p1/usage': () => ({ values: {} }),
    [tagKey]: () => (Object.assign(tags, { domains_per_day: '7' }), {}),
    ListTables: () => ({ TableNames: [...LEFT, ...RESOURCES.map(({ id }) => id)] }),
    GetParameter: ({ Name }) => {
      if (Name === `/${STAGING}/settings`) return { Parameter: { Value: DEPLOYED } };
      throw new FakeError('ParameterNotFound', 'There is none');
    },
    Query: () => ({ Items: [{ id: { S: 'w1' } }] }),
    UpdateItem: () => ({}),
  });
});
afterAll(async () => {
  await aws.close();
  rmSync(folder, { recursive: true });
});

/** Of the last tool. */
let exitCode: number | null;

/** Runs a tool with the settings of a stage. */
async function run(tool: string, args: string[], stage: string) {
  aws.calls.length = 0;
  const script = [resolve(`infra/operations/${tool}.ts`), ...args, '--settings', `${stage}.json`];
  const env = { ...machineEnvironment(), ...aws.environment };
  const child = spawn(process.execPath, script, { cwd: folder, env });
  child.stdin.end('value of a secret\n');
  const [, stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  ({ exitCode } = child);
  return stdout + stderr;
}

const inputsOf = (name: string) => aws.calls.flatMap(({ input }) => input[name] ?? []);

test.each([PRODUCTION, STAGING])('each tool works on the stack of its settings file: %s', async (stage) => {
  const other = stage === STAGING ? PRODUCTION : STAGING;
  const listed = await run('keys', ['list', '--json'], stage);
  expect([listed.includes(`id-of-${stage}`), listed.includes(`"id-of-${other}"`)]).toEqual([true, false]);

  await run('secret', ['google-api-key'], stage);
  expect(inputsOf('Name')).toEqual([`/${stage}/sources/google-api-key`]);

  const created = await run('operator', ['create', 'me'], stage);
  expect(created).toContain(
    stage === STAGING ? 'me is an operator' : `There is no stack ${PRODUCTION} in this account`,
  );
  expect(inputsOf('StackName')).toEqual([stage]);

  const checked = await run('smoke', ['http://127.0.0.1:9', 'key'], stage);
  expect(checked).toContain(stage === STAGING ? `${STAGING} has no alarms` : `There is no stack ${PRODUCTION}`);
});

describe('npm run keys -- allow', () => {
  const allow = () => run('keys', ['allow', 'o1', '--domains', '7'], STAGING);
  const updatesOf = (suffix: string) =>
    aws.calls.flatMap(({ operation, input }) =>
      operation === 'UpdateItem' && input.TableName!.includes(suffix) ? [JSON.stringify(input)] : [],
    );

  test('applies to the keys and watches of its own stack alone, with the plans that it was deployed with', async () => {
    const output = await allow();
    expect(output).toMatch(/It applies from now on \(20\d\d-\d\d-\d\dT[\d:.]+Z\), everywhere within a minute/);
    expect(updatesOf('EARLIER')).toEqual([]);
    const [ofKey, ofWatch, ...others] = updatesOf('NEW').toSorted();
    expect(others).toEqual([]);
    expect(ofKey).toContain(`"key#id-of-${STAGING}"`);
    expect(ofWatch).toContain('"M":{"domains":{"N":"7"},"pages":{"N":"11"}}');
  });

  test('states what could not be changed, and fails', async () => {
    const { GetParameter, UpdateItem } = aws.operations;
    delete aws.operations.GetParameter;
    expect(await allow()).toMatch(
      /^The watches of the owner keep the old values: .*GetParameter\nRun the command again\.$/m,
    );
    expect(exitCode).toBe(1);
    delete aws.operations.UpdateItem;
    expect(await allow()).toMatch(/^Requests are limited by the old values for up to two hours: .*UpdateItem$/m);
    Object.assign(aws.operations, { GetParameter, UpdateItem });
  });
});
