import { stdin } from 'node:process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { DeleteParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { sourceKeys } from '../../functions/core/sources/providers/keys.ts';
import { readDeploymentSettings, saltParameter, sourceKeysPrefix } from '../settings.ts';
import { toolClient } from './deployed-stack.ts';
import { runTool, UsageError } from './command-line.ts';

const SALT = 'forum-sign-salt';
const names = [...sourceKeys, SALT];

const usage = `npm run secret -- <name>     stores a secret as an encrypted parameter; its value is read from the input
npm run secret -- <name> --delete

<name>            ${names.join(', ')}
--stack <name>    name of the stack in AWS; default: that of settings.json`;

function commandLine() {
  const options = { delete: { type: 'boolean' }, stack: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [name, ...more] = positionals;
    const known = names.find((each) => each === name);
    if (!known) throw new UsageError(`name: must be one of ${names.join(', ')}`);
    if (more.length > 0)
      throw new UsageError('value: must be sent on standard input, so that it is not in the shell history');
    return { name: known, ...values };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** @returns the first line of the input */
async function readValue(): Promise<string> {
  if (stdin.isTTY) process.stderr.write('Value, then Enter: ');
  for await (const line of createInterface({ input: stdin })) return line.trim();
  return '';
}

async function main() {
  const { name, delete: isDeleted, stack: stackName = readDeploymentSettings().stackName } = commandLine();
  const Name = name === SALT ? saltParameter({ stackName }) : sourceKeysPrefix({ stackName }) + name;
  const client = new SSMClient(toolClient);
  if (isDeleted) {
    await client.send(new DeleteParameterCommand({ Name }));
    return console.log(`${Name} is deleted`);
  }
  const Value = await readValue();
  if (!Value) throw new UsageError('value: must not be empty');
  await client.send(new PutParameterCommand({ Name, Value, Type: 'SecureString', Overwrite: true }));
  console.log(`${Name} is stored; functions use it within five minutes`);
}

/** `npm run secret -- <name>`: stores the secrets that CloudFormation cannot create. */
await runTool(main, usage);
