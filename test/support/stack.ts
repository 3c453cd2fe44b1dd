import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { Template as CloudFormation } from '../../infra/local/template/cloudformation.ts';
import { readServiceModel, type ServiceModel } from '../../infra/local/template/service-model.ts';
import { ServiceStack } from '../../infra/stack.ts';
import { cdkContext, readSettings } from '../../infra/settings.ts';
import { everySetting } from './every-setting.ts';

/** Settings with which the template is tested, as CDK context. */
export const deployments: Record<string, Record<string, unknown>> = { nothing: {}, everything: everySetting };

interface Synthesized {
  app: App;
  template: Template;
  /** The model that the runner reads from it. */
  model: ServiceModel;
}

const synthesized = new Map<string, Synthesized>();

/**
 * Returns the stack's template, without bundling, since the integration tests run the bundles, and without
 * CloudFormation's rules, which `template-rules.full.test.ts` checks. A file synthesizes each once: change nothing in it.
 *
 * @param context CDK context
 */
export function synthesizeStack(context: Record<string, unknown> = {}): Synthesized {
  const key = JSON.stringify(context);
  const known = synthesized.get(key) ?? synthesize(context);
  synthesized.set(key, known);
  return known;
}

function synthesize(context: Record<string, unknown>): Synthesized {
  const app = new App({
    context: { ...cdkContext(), 'aws:cdk:bundling-stacks': [], 'aws:cdk:enable-asset-metadata': true, ...context },
    builtinCloudFormationValidation: false,
  });
  const settings = readSettings(app.node);
  const template = Template.fromStack(new ServiceStack(app, settings.stackName, settings));
  return { app, template, model: readServiceModel(template.toJSON() as CloudFormation, '') };
}
