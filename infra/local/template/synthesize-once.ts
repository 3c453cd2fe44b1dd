import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOnce, filesBelow, root, runBuild } from '../../constructs/build-cache.ts';
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
  const inputs = [...INPUTS.flatMap((dir) => filesBelow(join(root, dir))), join(root, 'cdk.json')];
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

function build(outdir: string, settings: string) {
  const program = (name: string) => join(import.meta.dirname, name);
  // The page is built in parallel; the stack waits for it when it needs it.
  spawn(process.execPath, [program('build-page.ts')], { stdio: ['ignore', 'ignore', 'inherit'] });
  runBuild(program('synthesize.ts'), outdir, settings);
}
