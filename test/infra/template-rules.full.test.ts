import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CfnResource } from 'aws-cdk-lib';
import type { ServiceStack } from '../../infra/stack.ts';
import { deployments } from '../support/stack.ts';
import { synthesizeInto } from './deployed-templates.ts';

interface Report {
  pluginReports: { violations: { description: string }[] }[];
}

let outdir: string;
beforeEach(() => {
  outdir = mkdtempSync(join(tmpdir(), 'template-rules-'));
});
afterEach(() => rmSync(outdir, { recursive: true, force: true }));

describe("CloudFormation's rules in the CDK", () => {
  function findings(): string[] {
    const report = join(outdir, 'validation-report.json');
    const { pluginReports } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return pluginReports.flatMap(({ violations }) => violations.map(({ description }) => description));
  }

  test.each(Object.entries(deployments))(
    'find neither errors nor warnings in the template with %s set',
    (_, context) => {
      synthesizeInto(outdir, context);
      expect(findings()).toEqual([]);
    },
  );

  test('find errors, which stop cdk deploy', () => {
    const addWrong = (stack: ServiceStack) => {
      new CfnResource(stack, 'Wrong', { type: 'AWS::SQS::Queue', properties: { DelaySeconds: 'some' } });
    };
    expect(() => synthesizeInto(outdir, {}, addWrong)).toThrow("DelaySeconds: 'some' is not of type 'integer'");
    expect(findings()).toHaveLength(1);
  });
});
