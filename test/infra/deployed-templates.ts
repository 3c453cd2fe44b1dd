import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { ServiceStack } from '../../infra/service-stack.ts';
import { readSettings } from '../../infra/settings.ts';

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

/** The settings whose templates are judged: as few and as many as there are. */
export const judgedSettings: [string, Record<string, unknown>][] = [
  ['nothing', {}],
  ['everything', everySetting],
];

/**
 * Synthesizes the stack as `cdk deploy` does, CloudFormation's rules included. Bundling is left out, since no rule
 * reads what is in a bundle.
 *
 * @param change made to the stack before
 * @returns the path of the template
 */
export function synthesizeInto(
  outdir: string,
  context: Record<string, unknown>,
  change = (_stack: ServiceStack): void => undefined,
): string {
  const app = new App({ outdir, context: { 'aws:cdk:bundling-stacks': [], ...context } });
  const settings = readSettings(app.node);
  const stack = new ServiceStack(app, settings.stackName, settings);
  change(stack);
  app.synth();
  return join(outdir, stack.templateFile);
}
