import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { App, CfnResource } from 'aws-cdk-lib';
import { ServiceStack } from '../../infra/service-stack.ts';
import { readSettings } from '../../infra/settings.ts';
import { everySetting } from '../support/every-setting.ts';

const REGIONS = ['us-east-1', 'eu-west-1'];
/** cfn-lint reads thousands of schemas at each start. */
const BUDGET_MS = 300_000;
/** W3005: CDK writes down that a function depends on its role, which the reference to the role says already. */
const IGNORED = ['W3005'];

const isInstalled = spawnSync('cfn-lint', ['--version']).status === 0;
const testWithCfnLint = isInstalled ? test : test.skip;

interface Report {
  pluginReports: { violations: { description: string }[] }[];
}

let outdir: string;
beforeEach(() => {
  outdir = mkdtempSync(join(tmpdir(), 'template-rules-'));
});
afterEach(() => rmSync(outdir, { recursive: true, force: true }));

/** Bundling is left out, since no rule reads what is in a bundle. @returns the path of the template */
function synthesize(context: Record<string, unknown>, change = (_stack: ServiceStack): void => undefined): string {
  const app = new App({ outdir, context: { 'aws:cdk:bundling-stacks': [], ...context } });
  const settings = readSettings(app.node);
  const stack = new ServiceStack(app, settings.stackName, settings);
  change(stack);
  app.synth();
  return join(outdir, stack.templateFile);
}

function lint(template: string) {
  const args = ['--regions', ...REGIONS, '--ignore-checks', ...IGNORED, '--template', template];
  const { status, stdout, stderr } = spawnSync('cfn-lint', args, { encoding: 'utf8' });
  return { status, findings: stdout + stderr };
}

const settingsOf: [string, Record<string, unknown>][] = [
  ['nothing', {}],
  ['everything', everySetting],
];

describe("CloudFormation's rules, as the CDK brings them", () => {
  function findings(): string[] {
    const report = join(outdir, 'validation-report.json');
    const { pluginReports } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return pluginReports.flatMap(({ violations }) => violations.map(({ description }) => description));
  }

  test.each(settingsOf)('find neither errors nor warnings in the template with %s set', (_, context) => {
    synthesize(context);
    expect(findings()).toEqual([]);
  });

  test('find what is wrong, and cdk deploy stops there', () => {
    const addWrong = (stack: ServiceStack) => {
      new CfnResource(stack, 'Wrong', { type: 'AWS::SQS::Queue', properties: { DelaySeconds: 'some' } });
    };
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };
    expect(() => synthesize(context, addWrong)).toThrow("DelaySeconds: 'some' is not of type 'integer'");
    expect(findings()).toHaveLength(1);
  });
});

describe(isInstalled ? 'cfn-lint' : 'cfn-lint (not on the PATH: not run)', () => {
  testWithCfnLint.each(settingsOf)(
    'finds neither errors nor warnings in the template with %s set',
    (_, context) => {
      expect(lint(synthesize(context))).toEqual({ status: 0, findings: '' });
    },
    BUDGET_MS,
  );
});
