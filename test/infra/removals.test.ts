import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findRemovals } from '../../infra/operations/deployed-stack.ts';
import { readSettings } from '../../infra/settings.ts';
import { everySetting } from '../support/every-setting.ts';
import { callerIdentity, type FakeAws, type FakeOperations, fakeStack, startFakeAws } from '../support/fake-aws.ts';

const deployment = { account: '111122223333', region: 'eu-west-1' };
const environment = { ...process.env };

let aws: FakeAws | undefined;
beforeEach(() => {
  aws = undefined;
});
afterEach(async () => {
  process.env = { ...environment };
  await aws?.close();
});

/** What a deployment of the settings would remove from a stack with each optional resource. */
async function removalsOf(settings: Record<string, unknown>, others: FakeOperations = {}): Promise<string[]> {
  const resources = [
    { type: 'AWS::ApiGateway::RestApi', id: 'abc' },
    { type: 'AWS::ApiGateway::DomainName', id: everySetting.domainName },
    { type: 'AWS::Route53::RecordSet', id: everySetting.domainName },
    { type: 'AWS::SNS::Subscription', id: 'arn:aws:sns:eu-west-1:111122223333:topic:1' },
    { type: 'AWS::SNS::Subscription', id: 'arn:aws:sns:eu-west-1:111122223333:topic:0', status: 'DELETE_COMPLETE' },
    { type: 'AWS::WAFv2::WebACL', id: 'firewall' },
  ];
  const stack = fakeStack('shop-metrics', { resources });
  aws = await startFakeAws({ ...stack, GetCallerIdentity: callerIdentity(deployment.account), ...others });
  process.env = { ...environment, ...aws.environment };
  const context = { stackName: 'shop-metrics', ...settings } as Record<string, unknown>;
  return findRemovals(readSettings({ tryGetContext: (name: string) => context[name] }), deployment);
}

test('a deployment with the settings of the deployed stack removes nothing', async () => {
  expect(await removalsOf(everySetting)).toEqual([]);
});

test('a deployment without settings reports each setting that keeps a deployed resource', async () => {
  const removals = await removalsOf({});
  expect(removals.map((message) => /Set (\w+) in settings\.json/.exec(message)![1])).toEqual([
    'domainName',
    'hostedZoneId',
    'alarmEmail',
    'wafRequestsPer5Minutes',
  ]);
  expect(removals[0]).toBe(
    'This deployment would remove AWS::ApiGateway::DomainName metrics.example.com. Set domainName in settings.json to keep it, or deploy with -c allowRemoval=true',
  );
});

test('another domain name removes the deployed one', async () => {
  const removals = await removalsOf({ ...everySetting, domainName: 'other.example.com' });
  expect(removals).toEqual([expect.stringContaining('metrics.example.com')]);
});

test('a first deployment removes nothing', async () => {
  expect(await removalsOf({ stackName: 'another' })).toEqual([]);
});

test.each<[string, FakeOperations, string]>([
  [
    'of another account',
    { GetCallerIdentity: callerIdentity('444455556666') },
    'the credentials belong to account 444455556666',
  ],
  ['without the permission', { ListStackResources: undefined as never }, 'not authorized: ListStackResources'],
])('with credentials %s, the check fails instead of finding nothing', async (_, others, why) => {
  const removals = await removalsOf({}, others);
  expect(removals).toEqual([expect.stringMatching(/^Could not check whether this deployment removes a domain name/)]);
  expect(removals[0]).toContain(why);
});
