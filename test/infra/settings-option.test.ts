import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type FakeAws, fakeStack, startFakeAws } from '../support/fake-aws.ts';
import { machineEnvironment } from '../support/machine.ts';

const PRODUCTION = 'shop';
const STAGING = 'shop-staging';

let folder: string;
let aws: FakeAws;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stages-'));
  for (const stackName of [PRODUCTION, STAGING]) {
    writeFileSync(join(folder, `${stackName}.json`), JSON.stringify({ stackName }));
  }
  const key = (stack: string) => ({
    ...{ id: `id-of-${stack}`, name: `${stack}-me`, enabled: true, createdDate: 1_790_000_000, tags: { stack } },
  });
  aws = await startFakeAws({
    // Only this stage is deployed.
    ...fakeStack(STAGING, { outputs: { OperatorPoolId: 'eu-west-1_pool', BackOfficeUrl: 'https://a.example/' } }),
    AdminCreateUser: () => ({}),
    AdminAddUserToGroup: () => ({}),
    PutParameter: () => ({}),
    'GET /apikeys': () => ({ item: [PRODUCTION, STAGING].map(key) }),
    'GET /usageplans': () => ({ item: [] }),
  });
});
afterAll(async () => {
  await aws.close();
  rmSync(folder, { recursive: true });
});

/** Runs a tool with the settings of a stage. */
async function run(tool: string, args: string[], stage: string) {
  aws.calls.length = 0;
  const script = [resolve(`infra/operations/${tool}.ts`), ...args, '--settings', `${stage}.json`];
  const env = { ...machineEnvironment(), ...aws.environment };
  const child = spawn(process.execPath, script, { cwd: folder, env });
  child.stdin.end('value of a secret\n');
  const [, stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
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
