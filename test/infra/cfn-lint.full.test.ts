import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deployments } from '../support/stack.ts';
import { describeWhen } from '../support/when.ts';
import { synthesizeInto } from './deployed-templates.ts';

const REGIONS = ['us-east-1', 'eu-west-1'];
/** cfn-lint reads thousands of schemas at each start. */
const BUDGET_MS = 300_000;
/** W3005: the CDK adds an explicit dependency of a function on its role, which the reference already implies. */
const IGNORED = ['W3005'];

const isInstalled = spawnSync('cfn-lint', ['--version']).status === 0;

function lint(template: string) {
  const args = ['--regions', ...REGIONS, '--ignore-checks', ...IGNORED, '--template', template];
  const { status, stdout, stderr } = spawnSync('cfn-lint', args, { encoding: 'utf8' });
  return { status, findings: stdout + stderr };
}

describeWhen(isInstalled, 'cfn-lint is not on the PATH')('cfn-lint', () => {
  let outdir: string;
  beforeAll(() => {
    outdir = mkdtempSync(join(tmpdir(), 'cfn-lint-'));
  });
  afterAll(() => rmSync(outdir, { recursive: true, force: true }));

  test.each(Object.entries(deployments))(
    'finds neither errors nor warnings in the template with %s set',
    (name, context) => {
      expect(lint(synthesizeInto(join(outdir, name), context))).toEqual({ status: 0, findings: '' });
    },
    BUDGET_MS,
  );
});
