import { execFile } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FakeError, fakeStack, startFakeAws, type FakeAws } from '../support/fake-aws.ts';
import { machineEnvironment } from '../support/machine.ts';

type Status = 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED';

let users: Map<string, Status>;
let aws: FakeAws;
beforeEach(async () => {
  users = new Map();
  const known = ({ Username = '' }) => {
    if (!users.has(Username)) throw new FakeError('UserNotFoundException', 'User does not exist.');
    return Username;
  };
  const outputs = { OperatorPoolId: 'eu-west-1_pool', BackOfficeUrl: 'https://api.example.com/prod/back-office/' };
  aws = await startFakeAws({
    ...fakeStack('search-metrics', { outputs }),
    AdminCreateUser: ({ Username = '' }) => {
      if (users.has(Username)) throw new FakeError('UsernameExistsException', 'User account already exists');
      users.set(Username, 'FORCE_CHANGE_PASSWORD');
      return {};
    },
    AdminGetUser: (input) => ({ Username: input.Username, UserStatus: users.get(known(input)) }),
    AdminSetUserPassword: (input) => (known(input), {}),
    AdminAddUserToGroup: (input) => (known(input), {}),
    AdminDisableUser: (input) => (known(input), {}),
    AdminUserGlobalSignOut: (input) => (known(input), {}),
  });
});
afterEach(() => aws.close());

/** @returns exit code and output of the program */
function operator(...args: string[]) {
  return run(args, aws.environment);
}

function run(args: string[], environment: Record<string, string>) {
  const env = { ...machineEnvironment(), ...environment };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, ['infra/operations/operator.ts', ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode!, stdout, stderr }),
    );
  });
}

const inputOf = (operation: string) => aws.calls.find((call) => call.operation === operation)?.input;
const passwordIn = (text: string) => /shown once, valid for three days: (\S+)\n/.exec(text)?.[1];
const user = { UserPoolId: 'eu-west-1_pool', Username: 'me' };

test('create adds a user to the pool and to the operators, and prints the password once', async () => {
  const { code, stdout } = await operator('create', 'me');
  const password = passwordIn(stdout)!;
  expect(code).toBe(0);
  expect(stdout).toContain('Sign in at https://api.example.com/prod/back-office/');
  for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/, /^.{14,}$/]) expect(password).toMatch(kind);
  expect(inputOf('AdminCreateUser')).toMatchObject({
    ...user,
    TemporaryPassword: password,
    MessageAction: 'SUPPRESS',
  });
  expect(inputOf('AdminAddUserToGroup')).toEqual({ ...user, GroupName: 'operators' });
});

test('create adds a viewer without the group', async () => {
  expect((await operator('create', 'me', '--viewer')).stdout).toMatch(/^me is a viewer\n/);
  expect(inputOf('AdminAddUserToGroup')).toBeUndefined();
});

test('create adds an existing user to the operators and keeps the password', async () => {
  users.set('me', 'CONFIRMED');
  const { code, stdout } = await operator('create', 'me');
  expect([code, passwordIn(stdout)]).toEqual([0, undefined]);
  expect(stdout).toContain('The user already existed; the password is unchanged');
  expect(inputOf('AdminAddUserToGroup')).toEqual({ ...user, GroupName: 'operators' });
  expect(inputOf('AdminSetUserPassword')).toBeUndefined();
});

test('create renews the password of a user who never signed in', async () => {
  users.set('me', 'FORCE_CHANGE_PASSWORD');
  const { stdout } = await operator('create', 'me');
  expect(inputOf('AdminSetUserPassword')).toEqual({ ...user, Password: passwordIn(stdout), Permanent: false });
});

test('reset sets a new temporary password, and disable also ends sessions', async () => {
  users.set('me', 'CONFIRMED');
  expect(passwordIn((await operator('reset', 'me')).stdout)).toBe(inputOf('AdminSetUserPassword')!.Password);
  expect((await operator('disable', 'me')).stdout).toMatch(/^me is disabled/);
  expect(inputOf('AdminDisableUser')).toEqual(user);
  expect(inputOf('AdminUserGlobalSignOut')).toEqual(user);
});

test.each<[string[], number, string]>([
  [[], 2, 'action: must be one of create, reset, disable'],
  [['create'], 2, 'create: requires exactly one name'],
  [['create', 'me', '--admin'], 2, "Unknown option '--admin'"],
  [['create', 'me', '--stack', 'other'], 1, 'There is no stack other in this account and region'],
  [['reset', 'nobody'], 1, 'User does not exist.'],
])('%j fails with %i: %s', async (args, code, message) => {
  expect(await operator(...args)).toMatchObject({ code, stderr: expect.stringContaining(message) as unknown });
});

test.each([
  ['AWS_REGION', 'Region is missing: set AWS_REGION'],
  ['AWS_ACCESS_KEY_ID', 'Could not load credentials from any providers: set AWS_PROFILE'],
])('without %s, the message contains its name', async (variable, message) => {
  const { [variable]: _, ...others } = aws.environment;
  const { code, stderr } = await run(['create', 'me'], { ...others, HOME: '/nonexistent' });
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});
