import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readAccepted, refuseChanges } from '../../infra/operations/deployed-settings.ts';
import { readingAccount } from '../../infra/operations/deployed-stack.ts';
import { InvalidSettings, readSettings, storedSettings } from '../../infra/settings.ts';
import { everySetting } from '../support/every-setting.ts';
import {
  assumedRole,
  callerIdentity,
  type FakeAws,
  FakeError,
  type FakeOperations,
  fakeStack,
  startFakeAws,
} from '../support/fake-aws.ts';

const ACCOUNT = '111122223333';
const environment = { ...process.env };

let aws: FakeAws | undefined;
beforeEach(() => {
  aws = undefined;
});
afterEach(async () => {
  process.env = { ...environment };
  await aws?.close();
});

const settingsOf = (settings: Record<string, unknown>) =>
  readSettings({ tryGetContext: (name: string) => settings[name] });

/** SSM's parameters of this account. */
const parameters = (values: Record<string, string>): FakeOperations => ({
  GetParameter: ({ Name }) => {
    const Value = values[Name!];
    if (Value === undefined) throw new FakeError('ParameterNotFound', 'There is none');
    return { Parameter: { Value } };
  },
});

const STORED = storedSettings(settingsOf(everySetting));
const deployed: FakeOperations = {
  ...fakeStack('shop-metrics', { resources: [{ type: 'AWS::ApiGateway::RestApi', id: 'abc' }] }),
  ...parameters({ '/shop-metrics/settings': STORED }),
  GetCallerIdentity: callerIdentity(ACCOUNT),
};

interface Options {
  accept?: string;
  others?: FakeOperations;
}

/** Returns the refusal of a deployment with these settings over a stack with each setting. */
async function refusalOf(settings: Record<string, unknown>, { accept, others }: Options = {}): Promise<string | null> {
  aws = await startFakeAws({ ...deployed, ...others });
  process.env = { ...environment, ...aws.environment };
  const given = settingsOf({ stackName: 'shop-metrics', ...settings });
  const accepts = readAccepted(accept, given);
  return refuseChanges(given, {
    ...{ file: 'shop.json', option: '-c accept=', accepts, account: ACCOUNT, reader: () => readingAccount() },
  });
}

test('a deployment with the settings of the deployed stack is not refused', async () => {
  expect(await refusalOf(everySetting)).toBeNull();
});

test('a deployment with other settings is refused with the old and new value of each', async () => {
  const changed = {
    stageName: 'v2',
    basicPlan: { ...(everySetting.basicPlan as object), burst: 31 },
    alarmEmail: undefined,
  };
  expect(await refusalOf({ ...everySetting, ...changed, monthlyBudgetUsd: undefined })).toBe(
    [
      'shop.json differs from the settings of the deployed stack shop-metrics:',
      '  stageName: "live" → "v2"',
      '  basicPlan.burst: 30 → 31',
      '  alarmEmail: "operator@example.com" → not set',
      '  monthlyBudgetUsd: 40 → not set',
      'Correct the file, or confirm the changes with -c accept=stageName,basicPlan.burst,alarmEmail,monthlyBudgetUsd',
    ].join('\n'),
  );
});

test('a deployment with defaults over a stack with each setting is refused with all of them', async () => {
  const refusal = (await refusalOf({}))!;
  const named = [...refusal.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual(
    Object.keys(everySetting)
      .filter((name) => name !== 'stackName')
      .sort(),
  );
});

test.each([
  ['accept', 'dailyBudgetUsd,basicPlan', null],
  ['do not accept', 'basicPlan.burst', expect.stringContaining('  dailyBudgetUsd: 2 → 1\n')],
  ['accept all', 'all', null],
])('changes that the options %s', async (_, accept, expected) => {
  const { dailyBudgetUsd: _budget, basicPlan: _plan, ...others } = everySetting;
  expect(await refusalOf(others, { accept })).toEqual(expected);
});

test.each(['dailyBudget', 'basicPlan.bursts'])('an unknown name is not accepted: %s', (name) => {
  expect(() => readAccepted(name, settingsOf({}))).toThrow(InvalidSettings);
  expect(() => readAccepted(name, settingsOf({}))).toThrow(`accept: ${name} must be names of settings`);
});

test('a setting that the deployed version did not know is no change', async () => {
  const { monthlyBudgetUsd: _, ...known } = JSON.parse(STORED) as Record<string, unknown>;
  const others = parameters({ '/shop-metrics/settings': JSON.stringify(known) });
  expect(await refusalOf({ ...everySetting, monthlyBudgetUsd: 7 }, { others })).toBeNull();
});

test('a first deployment is not refused', async () => {
  expect(await refusalOf({ stackName: 'shop-metrics-staging' })).toBeNull();
});

test.each<[string, FakeOperations, string]>([
  [
    'with credentials of another account',
    { GetCallerIdentity: callerIdentity('444455556666') },
    'the credentials belong to account 444455556666',
  ],
  ['without the permission', { GetParameter: undefined as never }, 'not authorized: GetParameter'],
])('a stack %s is reported as not compared', async (_, others, why) => {
  const refusal = await refusalOf({}, { others });
  expect(refusal).toMatch(/^Could not compare the settings with those of the deployed stack: /);
  expect(refusal).toContain(why);
});

test('a stack of a version that stored no settings is refused with a command that shows what changes, and how to confirm', async () => {
  expect(await refusalOf({}, { others: parameters({}) })).toBe(
    'shop-metrics was deployed by a version that did not store its settings, so that they cannot be compared. ' +
      'Look at npx cdk diff -c accept=all (with your -c settings=…), and confirm all changes once with -c accept=all',
  );
});

describe('the credentials', () => {
  const assumeRole = ({ RoleArn = '' }: Record<string, string>) => {
    if (!RoleArn.endsWith(':role/cdk-hnb659fds-lookup-role-111122223333-eu-west-1')) {
      throw new FakeError('AccessDenied', 'not authorized');
    }
    return assumedRole();
  };

  test('may be those of a role that can only assume the roles of the CDK', async () => {
    const stored = deployed.GetParameter!;
    const GetParameter: FakeOperations[string] = (input, caller) => {
      if (caller !== 'lookup') throw new FakeError('AccessDeniedException', 'not authorized: GetParameter');
      return stored(input, caller);
    };
    expect(await refusalOf(everySetting, { others: { AssumeRole: assumeRole, GetParameter } })).toBeNull();
  });
});
