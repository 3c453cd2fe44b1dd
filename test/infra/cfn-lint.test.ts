import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { ServiceStack } from '../../infra/service-stack.ts';
import { readSettings } from '../../infra/settings.ts';

const REGIONS = ['us-east-1', 'eu-west-1'];
/** cfn-lint reads thousands of schemas at each start. */
const BUDGET_MS = 300_000;
/** W3005: CDK writes down that a function depends on its role, which the reference to the role says already. */
const IGNORED = ['W3005'];

const everySetting = {
  alarmEmail: 'operator@example.com',
  wafRequestsPer5Minutes: 300,
  domainName: 'metrics.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000',
  hostedZoneId: 'Z0123456789ABCDEFGHIJ',
  signInDomainPrefix: 'metrics-sign-in',
  backOfficeUrl: 'https://metrics.example.com/back-office/',
  forumUpstreamUrl: 'https://forum.example.com',
  accountLogRole: false,
};

const isInstalled = spawnSync('cfn-lint', ['--version']).status === 0;
const testWithCfnLint = isInstalled ? test : test.skip;

let outdir: string;
beforeEach(() => {
  outdir = mkdtempSync(join(tmpdir(), 'cfn-lint-'));
});
afterEach(() => rmSync(outdir, { recursive: true, force: true }));

/** @returns the path of the template; bundling is left out, since cfn-lint reads nothing else */
function synthesize(context: Record<string, unknown>): string {
  const app = new App({ outdir, context: { 'aws:cdk:bundling-stacks': [], ...context } });
  const settings = readSettings(app.node);
  const stack = new ServiceStack(app, settings.stackName, settings);
  app.synth();
  return join(outdir, stack.templateFile);
}

function lint(template: string) {
  const args = ['--regions', ...REGIONS, '--ignore-checks', ...IGNORED, '--template', template];
  const { status, stdout, stderr } = spawnSync('cfn-lint', args, { encoding: 'utf8' });
  return { status, findings: stdout + stderr };
}

describe(isInstalled ? 'cfn-lint' : 'cfn-lint (not on the PATH: not run)', () => {
  testWithCfnLint.each([
    ['nothing', {}],
    ['everything', everySetting],
  ])(
    'finds neither errors nor warnings in the template with %s set',
    (_, context) => {
      expect(lint(synthesize(context))).toEqual({ status: 0, findings: '' });
    },
    BUDGET_MS,
  );
});
