import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { ServiceStack } from '../../service-stack.ts';
import { readSettings } from '../../settings.ts';
import type { Template } from './cloudformation.ts';
import { readServiceModel, type ServiceModel } from './service-model.ts';

/** Has the CDK write down where each function's bundle lies. */
const ASSET_PATHS = { 'aws:cdk:enable-asset-metadata': true };

/**
 * Synthesizes the CDK app, bundles included, and reads the service out of its template: what runs locally is what is
 * deployed.
 *
 * @param outdir where the cloud assembly is written
 * @param context CDK context over that of `cdk.json`
 */
export function synthesize(outdir: string, context: Record<string, unknown>): ServiceModel {
  const app = new App({ outdir, context: { ...cdkContext(), ...context, ...ASSET_PATHS }, analyticsReporting: false });
  const settings = readSettings(app.node);
  const stack = new ServiceStack(app, settings.stackName, settings);
  const artifact = app.synth().getStackArtifact(stack.artifactId);
  return readServiceModel(artifact.template as Template, outdir);
}

/** The CDK's command line reads `cdk.json`; an app that is made in process has to. */
function cdkContext(): Record<string, unknown> {
  const file = new URL('../../../cdk.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { context?: Record<string, unknown> }).context ?? {};
}
