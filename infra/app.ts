import { Annotations, App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { InvalidSettings, readSettings, readSettingsFile } from './settings.ts';
import { deleteDataWith, ServiceStack } from './stack.ts';

const app = new App();
/** Options of one deployment, which are not in the settings file. */
const isSet = (option: string) => String(app.node.tryGetContext(option)) === 'true';
try {
  const settings = readSettings(app.node, readSettingsFile());
  const stack = new ServiceStack(app, settings.stackName, settings);
  if (isSet('deleteData')) deleteDataWith(stack);
  // The CDK's command line sets them if it has credentials.
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  if (account && region && !isSet('allowRemoval')) {
    const { findRemovals } = await import('./operations/deployed-stack.ts');
    // An error in the metadata stops `cdk deploy`, but not `cdk destroy`.
    for (const message of await findRemovals(settings, { account, region })) Annotations.of(stack).addError(message);
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  app.synth();
} catch (error) {
  if (!(error instanceof InvalidSettings)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
