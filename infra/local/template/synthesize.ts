import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOnce, filesBelow, root, runBuild } from '../../constructs/build-cache.ts';
import { cdkContext, readSettings } from '../../settings.ts';
import type { Template } from './cloudformation.ts';
import { readServiceModel, type ServiceModel } from './service-model.ts';

/** Sources of the template and of what it deploys. */
const INPUTS = ['functions', 'infra'];

interface Synthesized {
  model: ServiceModel;
  templateFile: string;
}

/**
 * Synthesizes the CDK app, bundles included, and reads the service from its template: what runs locally is what is
 * deployed. The result is cached for each state of its files and settings. It runs in a separate process, since loading
 * the CDK takes most of the time.
 *
 * @param context CDK context that overrides that of `cdk.json`
 */
export function synthesizeOnce(context: Record<string, unknown>): Synthesized {
  const { reportLogo } = context;
  const inputs = [
    ...INPUTS.flatMap((dir) => filesBelow(join(root, dir))),
    join(root, 'cdk.json'),
    ...(typeof reportLogo === 'string' ? [reportLogo] : []),
  ];
  const settings = JSON.stringify(context);
  const assembly = buildOnce(
    'assembly',
    inputs,
    (outdir) => build(outdir, settings),
    // The CDK reads context from there as well.
    `${settings} ${process.env.CDK_CONTEXT_JSON ?? ''}`,
  );
  const templateFile = join(
    assembly,
    readdirSync(assembly).find((name) => name.endsWith('.template.json'))!,
  );
  const template = JSON.parse(readFileSync(templateFile, 'utf8')) as Template;
  return { model: readServiceModel(template, assembly), templateFile };
}

function build(outdir: string, context: string) {
  // The page is built in parallel; the stack waits for it when it needs it.
  const pageFiles = join(root, 'infra/constructs/page-files.ts');
  spawn(process.execPath, [pageFiles], { stdio: ['ignore', 'ignore', 'inherit'] });
  runBuild(import.meta.filename, outdir, context);
}

/** Makes the CDK write the path of each function's bundle into the template. */
const ASSET_PATHS = { 'aws:cdk:enable-asset-metadata': true };

/** Writes the cloud assembly of the stack into a folder. @param context as JSON */
async function synthesize(outdir: string, context: string) {
  const [{ App }, { ServiceStack }] = await Promise.all([import('aws-cdk-lib'), import('../../stack.ts')]);
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
}

/** The CDK writes a line for each function, whose bundles are there already; builds report their own progress. */
function silenceStaging() {
  const { stderr } = process;
  const write = stderr.write.bind(stderr);
  stderr.write = (text: string | Uint8Array) => String(text).startsWith('Bundling asset ') || write(text);
}

// The separate process, which loads the CDK.
if (process.argv[1] === import.meta.filename) {
  const [outdir, context] = process.argv.slice(2) as [string, string];
  await synthesize(outdir, context);
}
