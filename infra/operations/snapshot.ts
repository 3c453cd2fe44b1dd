import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { runTool, UsageError } from './command-line.ts';
import { deployedOutputs, toolClient } from './deployed-stack.ts';
import { dataDir, explainError, type Place, placeOf, portOf, withPort } from './place.ts';

const usage = `npm run snapshot -- <domain> …     takes the snapshot of today (UTC) of each domain, unless it has one

--local [port]    the runner on this machine, not AWS, with the credentials in LOCAL_DATA_DIR (.local)
--settings <file> settings of the stack in AWS; default: settings.json
--stack <name>    name of the stack in AWS; default: that of the settings`;

const MAX_DOMAINS = 1_000;

/** @throws {UsageError} */
function commandLine(args: string[]): Place & { domains: string[] } {
  const text = { type: 'string' } as const;
  const { values, positionals: domains } = parse();
  if (domains.length === 0 || domains.length > MAX_DOMAINS) {
    throw new UsageError(`requires 1 to ${MAX_DOMAINS} domains, such as npm run snapshot -- example.com`);
  }
  const { local, ...place } = values;
  return { ...place, localPort: portOf(local), domains };

  function parse() {
    try {
      const options = { local: text, settings: text, stack: text };
      return parseArgs({ args: withPort(args), allowPositionals: true, options });
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  }
}

/** The function has returned an error, such as one about a domain that is not valid. */
class CommandRefused extends Error {}

async function main() {
  const { domains, ...place } = commandLine(process.argv.slice(2));
  const { stackName, client } = placeOf(place, dataDir());
  const deployed = place.localPort === null ? await deployedOutputs(stackName) : null;
  const lambda = new LambdaClient({ ...toolClient, ...client });
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: deployed ? deployed.SnapshotSchedulerName! : 'snapshot-scheduler',
      Payload: JSON.stringify({ domains }),
    }),
  );
  if (FunctionError) {
    const { errorMessage } = JSON.parse(Buffer.from(Payload!).toString()) as { errorMessage: string };
    throw new CommandRefused(errorMessage);
  }
  console.log(`Requested the snapshot of today (UTC) of ${domains.join(', ')}. Those that have one are not fetched.`);
}

/** `npm run snapshot -- …`: takes snapshots of domains now. */
await runTool(main, usage, explainError);
