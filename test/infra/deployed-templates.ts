import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { ServiceStack } from '../../infra/stack.ts';
import { cdkContext, readSettings } from '../../infra/settings.ts';

/**
 * Synthesizes the stack like `cdk deploy`, including CloudFormation's rules. Bundling is omitted, since no rule reads
 * the content of a bundle.
 *
 * @param change modifies the stack before
 * @returns the path of the template
 */
export function synthesizeInto(
  outdir: string,
  context: Record<string, unknown>,
  change = (_stack: ServiceStack): void => undefined,
): string {
  const app = new App({ outdir, context: { ...cdkContext(), 'aws:cdk:bundling-stacks': [], ...context } });
  const settings = readSettings(app.node);
  const stack = new ServiceStack(app, settings.stackName, settings);
  change(stack);
  app.synth();
  return join(outdir, stack.templateFile);
}
