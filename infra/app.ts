import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ServiceStack } from './service-stack.ts';
import { readSettings } from './settings.ts';

const app = new App();
const settings = readSettings(app.node);
new ServiceStack(app, settings.stackName, settings);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
