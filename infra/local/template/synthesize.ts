import { App } from 'aws-cdk-lib';
import { ServiceStack } from '../../service-stack.ts';
import { cdkContext, readSettings } from '../../settings.ts';

/** Makes the CDK write the path of each function's bundle into the template. */
const ASSET_PATHS = { 'aws:cdk:enable-asset-metadata': true };

// A program: writes the cloud assembly of the stack into the first argument, with the context of the second.
const [outdir, context] = process.argv.slice(2) as [string, string];
const given = JSON.parse(context) as Record<string, unknown>;
const app = new App({
  outdir,
  context: { ...cdkContext(), ...given, ...ASSET_PATHS },
  analyticsReporting: false,
  // Checking CloudFormation's rules takes two thirds of the time; `cdk deploy` and a test check them.
  builtinCloudFormationValidation: false,
});
silenceStaging();
const settings = readSettings(app.node);
new ServiceStack(app, settings.stackName, settings);
app.synth();

/** The CDK writes a line for each function, whose bundles are there already; builds report their own progress. */
function silenceStaging() {
  const { stderr } = process;
  const write = stderr.write.bind(stderr);
  stderr.write = (text: string | Uint8Array) => String(text).startsWith('Bundling asset ') || write(text);
}
