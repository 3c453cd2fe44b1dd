import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { FakeError, startFakeAws } from '../support/fake-aws.ts';
import { machineEnvironment } from '../support/machine.ts';
import { synthesizeStack } from '../support/stack.ts';
import { useFresh } from '../support/use-opened.ts';

const aws = useFresh(() =>
  startFakeAws({
    PutParameter: () => ({ Version: 1 }),
    DeleteParameter: ({ Name = '' }) => {
      if (/\/(?:google-api-key|master-secret)$/.test(Name)) return {};
      throw new FakeError('ParameterNotFound', 'There is none');
    },
  }),
);

async function secret(args: string[], input = '') {
  const env = { ...machineEnvironment(), ...aws.environment };
  const child = spawn(process.execPath, ['infra/operations/secret.ts', ...args], { env });
  child.stdin.on('error', () => {}).end(input);
  const [, stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code: child.exitCode, stdout, stderr };
}

test('a secret is stored encrypted under the name that functions may read', async () => {
  const { code, stdout } = await secret(['google-api-key'], 'value of it\nmore\n');
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('value of it')]);
  const Name = '/search-metrics/sources/google-api-key';
  expect(aws.calls).toEqual([
    { operation: 'PutParameter', input: { Name, Value: 'value of it', Type: 'SecureString', Overwrite: true } },
  ]);
  expect(JSON.stringify(synthesizeStack().template.toJSON())).toContain(`:parameter${Name}"`);
});

test("the forum's salt is stored under the name that its functions read, also for another stack", async () => {
  expect((await secret(['forum-sign-salt', '--stack', 'other'], 'salt')).code).toBe(0);
  expect(aws.calls[0]!.input.Name).toBe('/other/forum/sign-salt');
  const text = JSON.stringify(synthesizeStack({ stackName: 'other' }).template.toJSON());
  expect(text).toContain('"FORUM_SIGN_SALT_PARAMETER":"/other/forum/sign-salt"');
});

test('the master secret of deliveries is deleted under the name that functions read, and never stored', async () => {
  expect(await secret(['watches-master-secret'], 'x')).toMatchObject({ code: 2 });
  expect(aws.calls).toEqual([]);
  expect(await secret(['watches-master-secret', '--delete'])).toMatchObject({ code: 0 });
  const Name = '/search-metrics/watches/master-secret';
  expect(aws.calls).toEqual([{ operation: 'DeleteParameter', input: { Name } }]);
  expect(JSON.stringify(synthesizeStack().template.toJSON())).toContain(`"WATCHES_SECRET_PARAMETER":"${Name}"`);
});

test('a secret is deleted', async () => {
  expect(await secret(['google-api-key', '--delete'])).toMatchObject({ code: 0 });
  expect(await secret(['open-page-rank-key', '--delete'])).toMatchObject({ code: 1, stderr: 'There is none\n' });
});

test('--help prints the usage', async () => {
  expect(await secret(['--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^npm run secret/) as unknown,
  });
});

test.each<[string[], string, string]>([
  [[], '', 'name: must be one of'],
  [['google'], 'x', 'name: must be one of'],
  [['google-api-key', 'value'], '', 'value: must be sent on standard input'],
  [['google-api-key'], '', 'value: must not be empty'],
])('%j with the input %j is rejected: %s', async (args, input, message) => {
  expect(await secret(args, input)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as unknown });
  expect(aws.calls).toEqual([]);
});
