import { Annotations, App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { InvalidSettings, readSettings, readSettingsFile } from './settings.ts';
import { deleteDataWith, ServiceStack } from './stack.ts';

const app = new App();
/**
 * Returns an option of one deployment, which is not in the settings file: `settings`, its path; `accept`, the confirmed
 * changes of settings; `deleteData`.
 */
const option = (name: string) => app.node.tryGetContext(name) as string | undefined;
try {
  const file = option('settings');
  const settings = readSettings(app.node, readSettingsFile(file), file);
  const stack = new ServiceStack(app, settings.stackName, settings);
  if (String(option('deleteData')) === 'true') deleteDataWith(stack);
  // The CDK's command line sets them if it has credentials.
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  if (account && region) {
    const [{ readAccepted, refuseChanges }, { readingAccount }] = await Promise.all([
      import('./operations/deployed-settings.ts'),
      import('./operations/deployed-stack.ts'),
    ]);
    const message = await refuseChanges(settings, {
      file: file ?? 'settings.json',
      option: '-c accept=',
      account,
      accepts: readAccepted(option('accept'), settings),
      reader: () => readingAccount(region),
    });
    // An error in the metadata stops `cdk deploy`, but not `cdk destroy`.
    if (message !== null) Annotations.of(stack).addError(message);
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  app.synth();
} catch (error) {
  if (!(error instanceof InvalidSettings)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
