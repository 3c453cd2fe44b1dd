import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readSettings, storedSettings } from '../../infra/settings.ts';
import { everySetting } from '../support/every-setting.ts';
import { callerIdentity, type FakeAws, startFakeAws } from '../support/fake-aws.ts';
import { machineEnvironment } from '../support/machine.ts';

const { domainName, certificateArn, alarmEmail } = everySetting;
const DEPLOYED = { domainName, certificateArn, alarmEmail };

const settingsOf = (settings: Record<string, unknown>) =>
  readSettings({ tryGetContext: (name: string) => settings[name] });

let aws: FakeAws;
let folder: string;
beforeAll(async () => {
  const stored: Record<string, string> = {
    '/search-metrics/settings': storedSettings(settingsOf(DEPLOYED)),
    '/search-metrics-staging/settings': storedSettings(settingsOf({ stackName: 'search-metrics-staging' })),
  };
  aws = await startFakeAws({
    GetCallerIdentity: callerIdentity('111122223333'),
    GetParameter: ({ Name }) => ({ Parameter: { Value: stored[Name!] } }),
  });
  folder = mkdtempSync(join(tmpdir(), 'settings-file-'));
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: object };
  const app = `${process.execPath} ${resolve('infra/app.ts')}`;
  writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ app, context }));
});
afterEach(() => {
  for (const file of ['settings.json', 'staging.json']) rmSync(join(folder, file), { force: true });
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

const template = (stack: string) =>
  JSON.parse(readFileSync(join(folder, `cdk.out/${stack}.template.json`), 'utf8')) as {
    Resources: Record<string, { Type: string }>;
  };
const typesDeployed = (stack = 'search-metrics') =>
  new Set(Object.values(template(stack).Resources).map(({ Type }) => Type));
const operations = () => new Set(aws.calls.map(({ operation }) => operation));

describe('cdk, without options', () => {
  test('refuses a deployment whose settings are not those of the deployed stack', async () => {
    const { code, output } = await cdk(['deploy'], aws.environment);
    expect(code).toBe(1);
    expect(output).toContain(`  domainName: "${domainName}" → not set\n`);
    expect(output).toContain('-c accept=domainName,certificateArn,alarmEmail');
    expect(operations()).toEqual(new Set(['GetCallerIdentity', 'AssumeRole', 'GetParameter']));
  });

  test('synthesizes without credentials', async () => {
    expect((await cdk(['synth', '--quiet'], {})).code).toBe(0);
    expect(typesDeployed()).not.toContain('AWS::ApiGateway::DomainName');
    expect(aws.calls).toEqual([]);
  });
});

describe('the app', () => {
  test('uses the settings of settings.json, with which the deployed stack was made', async () => {
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(DEPLOYED));
    expect(await app()).toEqual({ code: 0, output: '' });
    const types = ['AWS::ApiGateway::DomainName', 'AWS::SNS::Subscription'];
    expect([...typesDeployed()]).toEqual(expect.arrayContaining(types));
    expect(operations()).toContain('GetParameter');
  });

  test('makes another stack from another file, and compares it with that stack', async () => {
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(DEPLOYED));
    writeFileSync(join(folder, 'staging.json'), JSON.stringify({ stackName: 'search-metrics-staging' }));
    expect(await app({ settings: 'staging.json' })).toEqual({ code: 0, output: '' });
    expect(typesDeployed('search-metrics-staging')).not.toContain('AWS::ApiGateway::DomainName');
    expect(aws.calls.flatMap(({ input }) => input.Name ?? [])).toEqual(['/search-metrics-staging/settings']);
  });

  test('refuses a file that does not exist', async () => {
    const { code, output } = await app({ settings: 'stagging.json' });
    expect([code, output]).toEqual([1, 'stagging.json does not exist\n']);
  });

  test('makes the changes that are accepted', async () => {
    expect((await app({ accept: 'domainName,certificateArn,alarmEmail' })).code).toBe(0);
    expect(typesDeployed()).not.toContain('AWS::ApiGateway::DomainName');
  });
});
