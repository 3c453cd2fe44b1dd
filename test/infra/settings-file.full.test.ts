import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { everySetting } from '../support/every-setting.ts';
import { callerIdentity, type FakeAws, fakeStack, startFakeAws } from '../support/fake-aws.ts';
import { machineEnvironment } from '../support/machine.ts';

const { domainName, certificateArn, alarmEmail } = everySetting;

let aws: FakeAws;
let folder: string;
beforeAll(async () => {
  const resources = [
    { type: 'AWS::ApiGateway::DomainName', id: domainName },
    { type: 'AWS::SNS::Subscription', id: 'arn:aws:sns:eu-west-1:111122223333:topic:1' },
  ];
  aws = await startFakeAws({
    ...fakeStack('search-metrics', { resources }),
    GetCallerIdentity: callerIdentity('111122223333'),
  });
  folder = mkdtempSync(join(tmpdir(), 'settings-file-'));
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: object };
  const app = `${process.execPath} ${resolve('infra/app.ts')}`;
  writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ app, context }));
});
afterEach(() => {
  rmSync(join(folder, 'settings.json'), { force: true });
  aws.calls.length = 0;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await aws.close();
});

/** The CDK's own command line, in a folder with its own settings.json. */
async function cdk(args: string[], environment: Record<string, string> = aws.environment) {
  // It remembers the accounts of credentials in the home folder.
  const env = { ...machineEnvironment(), HOME: folder, AWS_EC2_METADATA_DISABLED: 'true', CI: 'true', ...environment };
  const child = spawn(process.execPath, [resolve('node_modules/aws-cdk/bin/cdk'), ...args], { cwd: folder, env });
  const [, stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code: child.exitCode, output: stdout + stderr };
}

const template = () =>
  JSON.parse(readFileSync(join(folder, 'cdk.out/search-metrics.template.json'), 'utf8')) as {
    Resources: Record<string, { Type: string }>;
  };
const typesDeployed = () => new Set(Object.values(template().Resources).map(({ Type }) => Type));
const operations = () => new Set(aws.calls.map(({ operation }) => operation));

describe('cdk, without options', () => {
  test('refuses a deployment that would remove the domain name and the alarms', async () => {
    const { code, output } = await cdk(['deploy']);
    expect(code).toBe(1);
    for (const setting of ['domainName', 'alarmEmail']) expect(output).toContain(`Set ${setting} in settings.json`);
    expect(operations()).toEqual(new Set(['GetCallerIdentity', 'ListStackResources']));
  }, 120_000);

  test('takes the settings of settings.json, which keep them', async () => {
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ domainName, certificateArn, alarmEmail }));
    const { code, output } = await cdk(['synth', '--quiet']);
    expect([code, output]).toEqual([0, expect.not.stringContaining('would remove')]);
    expect([...typesDeployed()]).toEqual(
      expect.arrayContaining(['AWS::ApiGateway::DomainName', 'AWS::SNS::Subscription']),
    );
  }, 120_000);

  test('names what is wrong in settings.json, without a stack trace', async () => {
    writeFileSync(join(folder, 'settings.json'), '{"alarmMail": "me@example.com"}');
    const { code, output } = await cdk(['synth', '--quiet']);
    expect(code).toBe(1);
    expect(output).toContain('settings.json: unknown: alarmMail; valid names are stackName, ');
    expect(output).not.toMatch(/^ +at /m);
  }, 120_000);

  test('synthesizes without credentials', async () => {
    const { code } = await cdk(['synth', '--quiet'], {});
    expect(code).toBe(0);
    expect(typesDeployed()).not.toContain('AWS::ApiGateway::DomainName');
    expect(aws.calls).toEqual([]);
  }, 120_000);
});

test('-c allowRemoval=true removes them', async () => {
  expect((await cdk(['synth', '--quiet', '-c', 'allowRemoval=true'])).code).toBe(0);
  expect(operations()).not.toContain('ListStackResources');
}, 120_000);
