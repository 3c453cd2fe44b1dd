import { parseArgs } from 'node:util';
import { explainAwsError, runTool, textTable, UsageError } from './command-line.ts';
import { readDeploymentSettings } from '../settings.ts';
import { Skipped, smokeChecks, type SmokeSettings } from './smoke-checks.ts';

const usage = `npm run smoke -- <BaseUrl> <key>   checks a deployment from outside, in five minutes at most

--site <domain>    a site of your own that is queried and crawled, 20 pages; example.com otherwise
--settings <file>  settings of the stack; default: settings.json
--stack <name>     name of the stack in AWS; default: that of the settings`;

function commandLine(): SmokeSettings {
  const options = { site: { type: 'string' }, settings: { type: 'string' }, stack: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [baseUrl = '', key, ...more] = positionals;
    if (!/^https?:\/\//.test(baseUrl)) throw new UsageError('BaseUrl: must be the output of the stack, https://…');
    if (!key || more.length > 0) throw new UsageError('key: must be the value of one API key');
    const { site = 'example.com', settings, stack = readDeploymentSettings(settings).stackName } = values;
    return { baseUrl: baseUrl.replace(/\/+$/, ''), key, site, stack };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function main(): Promise<number> {
  const checks = smokeChecks(commandLine());
  const rows: string[][] = [];
  for (const { name, run } of checks) {
    process.stderr.write(`${name} …\n`);
    rows.push(
      await run().then(
        (found) => [name, 'ok', found],
        (error: Error) => [name, error instanceof Skipped ? 'skipped' : 'FAILED', explain(error)],
      ),
    );
  }
  console.log(textTable(['check', 'result', 'found'], rows));
  const count = (wanted: string) => rows.filter(([, result]) => result === wanted).length;
  const [failed, passed, skipped] = [count('FAILED'), count('ok'), count('skipped')];
  const all = skipped === 0 ? 'All checks passed' : `${passed} of ${rows.length} checks passed`;
  const conclusion = failed > 0 ? `${failed} of ${rows.length} checks failed` : all;
  console.log(`\n${conclusion}${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
}

/** The cause of a failed `fetch` is more specific than the error itself. */
function explain({ message, name, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : explainAwsError({ message, name });
}

/** `npm run smoke -- <BaseUrl> <key>`: checks a deployment from outside, and prints a table. */
await runTool(async () => {
  process.exitCode = await main();
}, usage);
