import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  assumedRole,
  callerIdentity,
  FakeError,
  type FakeOperations,
  fakeStack,
  startFakeAws,
} from '../support/fake-aws.ts';
import { machineEnvironment } from '../support/machine.ts';

const ACCOUNT = '111122223333';
const BOOTSTRAP = '/cdk-bootstrap/hnb659fds/version';
const OTHER_ROLE = `arn:aws:iam::${ACCOUNT}:role/another-team`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preflight-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const concurrency = (ConcurrentExecutions: number, UnreservedConcurrentExecutions = ConcurrentExecutions) => ({
  'GET /2016-08-19/account-settings': () => ({
    AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions },
  }),
});

/** An account that is ready for the first deployment. */
const ready: FakeOperations = {
  ...fakeStack('another', {}),
  GetCallerIdentity: callerIdentity(ACCOUNT),
  GetParameter: parameters(),
  ListTables: () => ({ TableNames: ['others', 'search-metrics-staging-TablesPages1-A'] }),
  DescribeUserPoolDomain: () => ({ DomainDescription: {} }),
  ...concurrency(1_000),
  'GET /account': () => ({ throttleSettings: { rateLimit: 10_000, burstLimit: 5_000 } }),
  'GET /apikeys': () => ({ item: [{ id: 'a' }, { id: 'b' }] }),
};
const logRole = (cloudwatchRoleArn: string) => ({ 'GET /account': () => ({ cloudwatchRoleArn }) });

/** Runs the program in a folder with its own settings.json. */
async function preflight(others: FakeOperations = {}, settings: object = {}, options: string[] = []) {
  const aws = await startFakeAws({ ...ready, ...others });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  const env = { ...machineEnvironment(), ...aws.environment };
  const child = spawn(process.execPath, [resolve('infra/operations/preflight.ts'), ...options], { cwd: folder, env });
  const [, stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  await aws.close();
  return { code: child.exitCode, output: stdout + stderr };
}

test('a ready account has no findings', async () => {
  const { code, output } = await preflight();
  expect(output).toContain(`Account ${ACCOUNT}, region eu-west-1, stack search-metrics: not deployed yet\n`);
  expect(output).toMatch(/^CDK bootstrap +ok +version 29$/m);
  expect(output).toMatch(/^Lambda concurrency +ok +quota 1000; background work takes up to 47, requests need 20$/m);
  expect(output).toMatch(/^Requests with keys +ok +up to 4765 per second beside background work/m);
  expect(output).toMatch(/^Settings +ok +no unconfirmed difference from the deployed stack$/m);
  expect(output).toMatch(/^Tables of an earlier stack +ok +none$/m);
  expect(output).toMatch(/^Fetches in progress +ok +up to 100, of a concurrency of 1000$/m);
  expect(output).toMatch(/^API Gateway's role for logs +ok +none$/m);
  expect(output).toMatch(/^API Gateway requests +ok +10000 per second, burst 5000/m);
  expect(output).toMatch(/^API keys +ok +2 of 10000$/m);
  expect(output).toMatch(/^Sign-in domain prefix +ok +search-metrics-111122223333: free$/m);
  expect(output).toMatch(/^Recipient of alarms +ok +none: alarms are only in CloudWatch$/m);
  expect(output).toMatch(/\nReady\.\n$/);
  expect(code).toBe(0);
});

const small =
  '{"work":2,"learning":2,"batches":2,"completions":2,"crawls":2,"reports":2,"deliveries":2,"deadLetters":2}';

test.each<[string, FakeOperations, object, string]>([
  ['no bootstrap', { GetParameter: noParameter }, {}, 'CDK bootstrap: run npx cdk bootstrap'],
  [
    'an old bootstrap',
    { GetParameter: parameters({ [BOOTSTRAP]: '5' }) },
    {},
    'CDK bootstrap: run npx cdk bootstrap: version 6 is required',
  ],
  [
    "another team's role for logs",
    logRole(OTHER_ROLE),
    {},
    `API Gateway's role for logs: set "accountLogRole": false, or this role is replaced for all APIs of the account and region`,
  ],
  [
    'no role for logs',
    {},
    { accountLogRole: false },
    `API Gateway's role for logs: set "accountLogRole": true: there is no role yet`,
  ],
  [
    'a quota that only the small profile fits',
    concurrency(40),
    { maxConcurrentFetches: 8 },
    `Lambda concurrency: set "queueConcurrency": ${small}, or request 1000 in Service Quotas`,
  ],
  [
    'the quota of a new account',
    concurrency(10),
    { maxConcurrentFetches: 2 },
    `Lambda concurrency: set "queueConcurrency": ${small}, and request 1000 in Service Quotas`,
  ],
  [
    'that quota with the small profile',
    concurrency(10),
    { queueConcurrency: JSON.parse(small) as object, maxConcurrentFetches: 2 },
    'Lambda concurrency: request 1000 in Service Quotas',
  ],
  [
    'a concurrency of less than five times the fetches in progress',
    concurrency(499),
    {},
    'Fetches in progress: set "maxConcurrentFetches": 99, a fifth of the concurrency, or request more',
  ],
  [
    'concurrency that other functions of the account have reserved',
    concurrency(1_000, 45),
    { maxConcurrentFetches: 9 },
    `Lambda concurrency: set "queueConcurrency": ${small}, or request 1955 in Service Quotas`,
  ],
  [
    'a sign-in prefix that is taken',
    { DescribeUserPoolDomain: () => ({ DomainDescription: { UserPoolId: 'eu-west-1_x', Status: 'ACTIVE' } }) },
    { signInDomainPrefix: 'metrics' },
    'Sign-in domain prefix: set "signInDomainPrefix" to another one',
  ],
  [
    'no keys left',
    { 'GET /apikeys': () => ({ item: Array.from({ length: 10_000 }, (_, id) => ({ id: String(id) })) }) },
    {},
    'API keys: delete keys',
  ],
  [
    'a certificate of another region',
    {},
    { domainName: 'seo.example.com', certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/x' },
    'Certificate: set "certificateArn" to a certificate in eu-west-1',
  ],
  [
    'the recipient of settings.example.json',
    {},
    { alarmEmail: 'me@example.com' },
    'Recipient of alarms: set "alarmEmail" to an address of yours',
  ],
  [
    'a setting that the deployed stack has, and the file has not,',
    { GetParameter: parameters({ '/search-metrics/settings': '{"alarmEmail":"a@shop.test","stageName":"prod"}' }) },
    {},
    'Settings: settings.json differs from the settings of the deployed stack search-metrics:\n  alarmEmail: "a@shop.test" → not set\nCorrect the file, or confirm the changes with --accept alarmEmail',
  ],
  [
    'a table of a stack that was not completed',
    { ListTables: () => ({ TableNames: ['search-metrics-TablesWatches1-A', 'search-metrics-TablesPages1-B'] }) },
    {},
    'Tables of an earlier stack: delete them, or copy what they contain',
  ],
  [
    'a stack whose first deployment failed',
    fakeStack('search-metrics', { status: 'ROLLBACK_COMPLETE' }),
    {},
    'Stack: delete it first, without its protection',
  ],
  [
    'no permission',
    { 'GET /account': undefined as never },
    {},
    "API Gateway's account: allow the call, or check manually",
  ],
])('%s is reported with what to do', async (_, others, settings, todo) => {
  const { code, output } = await preflight(others, settings);
  expect(output).toContain(`\n- ${todo}`);
  expect(output.match(/^- /gm)).toHaveLength(1);
  expect(code).toBe(1);
});

/** SSM's parameters: the bootstrap stack's, and these. */
function parameters(values: Record<string, string> = {}): FakeOperations[string] {
  return ({ Name = '' }) => {
    const Value = { [BOOTSTRAP]: '29', ...values }[Name];
    return Value === undefined ? noParameter() : { Parameter: { Value } };
  };
}

function noParameter(): never {
  throw new FakeError('ParameterNotFound', 'There is none');
}

test('resources of the deployed stack are no conflicts', async () => {
  const resources = [
    { type: 'AWS::IAM::Role', id: 'search-metrics-CloudWatchRole' },
    { type: 'AWS::Cognito::UserPool', id: 'eu-west-1_own' },
    { type: 'AWS::DynamoDB::GlobalTable', id: 'search-metrics-TablesPages1-A' },
  ];
  const { code, output } = await preflight({
    ...fakeStack('search-metrics', { resources }),
    ...logRole(`arn:aws:iam::${ACCOUNT}:role/search-metrics-CloudWatchRole`),
    DescribeUserPoolDomain: () => ({ DomainDescription: { UserPoolId: 'eu-west-1_own', Status: 'ACTIVE' } }),
    GetParameter: parameters({ '/search-metrics/settings': '{}' }),
    ListTables: () => ({ TableNames: ['search-metrics-TablesPages1-A'] }),
  });
  expect(output).toContain('stack search-metrics: deployed, 3 resources\n');
  expect(code).toBe(0);
});

test('a role that may only assume the roles of the CDK is enough', async () => {
  const byLookup = Object.entries(ready).map(([name, answer]): [string, FakeOperations[string]] => [
    name,
    (input, caller) => {
      if (caller !== 'lookup' && name !== 'GetCallerIdentity') throw new FakeError('AccessDenied', 'not authorized');
      return answer(input, caller);
    },
  ]);
  const { code, output } = await preflight({ ...Object.fromEntries(byLookup), AssumeRole: assumedRole });
  expect([code, output]).toEqual([0, expect.stringMatching(/\nReady\.\n$/)]);
});

test('the rate of requests is that of the concurrency that other functions have not reserved', async () => {
  const { output } = await preflight(concurrency(1_000, 535));
  expect(output).toMatch(/^Lambda concurrency +ok +quota 1000, of which 465 are reserved by functions; background/m);
  expect(output).toMatch(/^Requests with keys +ok +up to 2440 per second/m);
  expect(output).toMatch(/^Fetches in progress +ok +up to 100, of a concurrency of 535$/m);
});

test('invalid settings are reported', async () => {
  const { code, output } = await preflight({}, { alarmMail: 'me@example.com' });
  expect([code, output]).toEqual([1, expect.stringContaining('settings.json: unknown: alarmMail')]);
});

test('another file has the settings of another stack, whose changes are accepted by name', async () => {
  writeFileSync(join(folder, 'staging.json'), JSON.stringify({ stackName: 'staging', dailyBudgetUsd: 3 }));
  const stored = { GetParameter: parameters({ '/staging/settings': '{"dailyBudgetUsd":1}' }) };
  const refused = await preflight(stored, {}, ['--settings', 'staging.json']);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('  dailyBudgetUsd: 1 → 3\n')]);
  const accepted = await preflight(stored, {}, ['--settings', 'staging.json', '--accept', 'dailyBudgetUsd']);
  expect([accepted.code, accepted.output]).toEqual([0, expect.stringContaining('stack staging: not deployed yet')]);
});
