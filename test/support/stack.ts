import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { Template as CloudFormation } from '../../infra/local/template/cloudformation.ts';
import { readServiceModel, type ServiceModel } from '../../infra/local/template/service-model.ts';
import { ServiceStack } from '../../infra/service-stack.ts';
import { readSettings } from '../../infra/settings.ts';

/** The settings that the template is judged with, as CDK context. */
export const deployments: Record<string, Record<string, unknown>> = {
  nothing: {},
  everything: {
    alarmEmail: 'operator@example.com',
    wafRequestsPer5Minutes: 300,
    domainName: 'metrics.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000',
    hostedZoneId: 'Z0123456789ABCDEFGHIJ',
    signInDomainPrefix: 'metrics-sign-in',
    backOfficeUrl: 'https://metrics.example.com/back-office/',
    forumUpstreamUrl: 'https://forum.example.com',
    accountLogRole: false,
  },
};

interface Synthesized {
  app: App;
  template: Template;
  /** As the runner reads it. */
  model: ServiceModel;
}

/**
 * The stack's template. Bundling is left out, since the integration tests run the bundles, and so are CloudFormation's
 * rules, which `template-rules.test.ts` judges by.
 *
 * @param context CDK context
 */
export function synthesizeStack(context: Record<string, unknown> = {}): Synthesized {
  const app = new App({
    context: { 'aws:cdk:bundling-stacks': [], 'aws:cdk:enable-asset-metadata': true, ...context },
    builtinCloudFormationValidation: false,
  });
  const settings = readSettings(app.node);
  const template = Template.fromStack(new ServiceStack(app, settings.stackName, settings));
  return { app, template, model: readServiceModel(template.toJSON() as CloudFormation, '') };
}
