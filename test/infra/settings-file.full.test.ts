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

interface Outcome {
  code: number | null;
  output: string;
}

/** Runs a program in a folder with its own settings.json. */
async function run(args: string[], environment: Record<string, string>): Promise<Outcome> {
  // The CDK's command line remembers the accounts of credentials in the home folder.
  const env = { ...machineEnvironment(), HOME: folder, AWS_EC2_METADATA_DISABLED: 'true', CI: 'true', ...environment };
  const child = spawn(process.execPath, args, { cwd: folder, env });
  const [, stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code: child.exitCode, output: stdout + stderr };
}

const cdk = (args: string[], environment: Record<string, string>) =>
  run([resolve('node_modules/aws-cdk/bin/cdk'), ...args], environment);

/** Runs the app as the CDK's command line does with credentials, but without bundling and without CloudFormation's rules. */
function app(context: Record<string, unknown> = {}): Promise<Outcome> {
  return run([resolve('infra/app.ts')], {
    ...aws.environment,
    CDK_OUTDIR: join(folder, 'cdk.out'),
    CDK_DEFAULT_ACCOUNT: '111122223333',
    CDK_DEFAULT_REGION: 'eu-west-1',
    CDK_CONTEXT_JSON: JSON.stringify({ 'aws:cdk:bundling-stacks': [], ...context }),
  });
}

const template = () =>
  JSON.parse(readFileSync(join(folder, 'cdk.out/search-metrics.template.json'), 'utf8')) as {
    Resources: Record<string, { Type: string }>;
  };
const typesDeployed = () => new Set(Object.values(template().Resources).map(({ Type }) => Type));
const operations = () => new Set(aws.calls.map(({ operation }) => operation));

describe('cdk, without options', () => {
  test('rejects a deployment that would remove the domain name and the alarms', async () => {
    const { code, output } = await cdk(['deploy'], aws.environment);
    expect(code).toBe(1);
    for (const setting of ['domainName', 'alarmEmail']) expect(output).toContain(`Set ${setting} in settings.json`);
    expect(operations()).toEqual(new Set(['GetCallerIdentity', 'ListStackResources']));
  });

  test('synthesizes without credentials', async () => {
    expect((await cdk(['synth', '--quiet'], {})).code).toBe(0);
    expect(typesDeployed()).not.toContain('AWS::ApiGateway::DomainName');
    expect(aws.calls).toEqual([]);
  });
});

describe('the app', () => {
  test('uses the settings of settings.json, which keep the domain name and the alarms', async () => {
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ domainName, certificateArn, alarmEmail }));
    expect(await app()).toEqual({ code: 0, output: '' });
    const types = ['AWS::ApiGateway::DomainName', 'AWS::SNS::Subscription'];
    expect([...typesDeployed()]).toEqual(expect.arrayContaining(types));
    expect(operations()).toContain('ListStackResources');
  });

  test('removes resources of missing settings with allowRemoval', async () => {
    expect((await app({ allowRemoval: 'true' })).code).toBe(0);
    expect(aws.calls).toEqual([]);
  });
});
