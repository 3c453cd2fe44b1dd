import { beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { settingNames } from '../../infra/settings.ts';
import { everySetting } from '../support/every-setting.ts';
import { synthesizeStack } from '../support/stack.ts';

interface FunctionProperties {
  Properties: { Description: string; Environment?: { Variables: Record<string, unknown> } };
}

/** Set by Lambda itself, or by the local runner alone. */
const NOT_DEPLOYED = [
  'AWS_REGION',
  'AWS_ENDPOINT_URL_DYNAMODB',
  'RESOLVE_OVERRIDES',
  'RESOLVE_DNS_SERVERS',
  'SANDBOX_PROVIDERS_URL',
  'SANDBOX_PROVIDERS_KEY',
];

/** How the code reads environment variables; the group holds one name, or several between commas. */
const READS = [
  /process\.env\.([A-Z_]+)/g,
  /requiredSetting\('([A-Z_]+)'\)/g,
  /\benvironment\.([A-Z_]+)/g,
  /\bwhole\('([A-Z_]+)'/g,
  /\(\{([^}]+)\}: NodeJS\.ProcessEnv/g,
  /const \{([^}]+)\} = (?:process\.env|environment)\b/g,
];

/** @returns names of the environment variables that what is bundled of our own files reads */
async function namesReadBy(name: string): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints: [`functions/${name}/handler.ts`],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'unused',
    write: false,
    metafile: true,
  });
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const found = READS.flatMap((pattern) => [...source.matchAll(pattern)].map(([, names]) => names!));
  return new Set(found.join().match(/[A-Z][A-Z_]+/g) ?? []);
}

const environments = new Map<string, string[]>();
beforeAll(() => {
  const functions = synthesizeStack().template.findResources('AWS::Lambda::Function');
  for (const { Properties } of Object.values(functions) as FunctionProperties[]) {
    environments.set(Properties.Description, Object.keys(Properties.Environment?.Variables ?? {}).sort());
  }
});

const functionNames = readdirSync('functions').filter((name) => existsSync(`functions/${name}/handler.ts`));

test.each(functionNames)('the environment of %s holds exactly what its code reads', async (name) => {
  const read = await namesReadBy(name);
  expect(environments.get(name)).toEqual([...read].filter((each) => !NOT_DEPLOYED.includes(each)).sort());
});

test('the settings of the all-board check-in reach its function', () => {
  const { template } = synthesizeStack({ forumBatchConcurrency: '2', forumBatchPauseMs: '500' });
  template.hasResourceProperties('AWS::Lambda::Function', {
    Description: 'forum-account',
    Environment: { Variables: { FORUM_BATCH_CONCURRENCY: '2', FORUM_BATCH_PAUSE_MS: '500' } },
  });
  expect(() => synthesizeStack({ forumBatchConcurrency: 11 })).toThrow(/forumBatchConcurrency/);
});

describe('what only the local runner may set', () => {
  test('every setting is set', () => {
    expect(Object.keys(everySetting).sort()).toEqual([...settingNames].sort());
  });

  test.each([
    ['nothing', {}],
    ['everything', everySetting],
  ])('stands nowhere in the template with %s set', (_, context) => {
    const text = JSON.stringify(synthesizeStack(context).template.toJSON());
    expect(text).not.toMatch(/RESOLVE_|SANDBOX_|LOCAL_|AWS_ENDPOINT/);
  });
});
