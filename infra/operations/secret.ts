import { stdin } from 'node:process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { DeleteParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { sourceKeys } from '../../functions/core/sources/providers/keys.ts';
import { readDeploymentSettings, saltParameter, sourceKeysPrefix, watchesSecretParameter } from '../settings.ts';
import { toolClient } from './deployed-stack.ts';
import { runTool, UsageError } from './command-line.ts';

const SALT = 'forum-sign-salt';
/** Created by the service itself, so that it can only be deleted. */
const MASTER_SECRET = 'watches-master-secret';
const names = [...sourceKeys, SALT, MASTER_SECRET];

const usage = `npm run secret -- <name>     stores a secret as an encrypted parameter; its value is read from the input
npm run secret -- <name> --delete

<name>            ${[...sourceKeys, SALT].join(', ')}
                  ${MASTER_SECRET}: only with --delete, when the stack is removed
--settings <file> settings of the stack; default: settings.json
--stack <name>    name of the stack in AWS; default: that of the settings`;

function commandLine() {
  const options = { delete: { type: 'boolean' }, settings: { type: 'string' }, stack: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [name, ...more] = positionals;
    const known = names.find((each) => each === name);
    if (!known) throw new UsageError(`name: must be one of ${names.join(', ')}`);
    if (known === MASTER_SECRET && !values.delete)
      throw new UsageError(`${known}: is created by the service and can only be deleted, with --delete`);
    if (more.length > 0)
      throw new UsageError('value: must be sent on standard input, so that it is not in the shell history');
    return { name: known, ...values };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function parameterOf(name: (typeof names)[number], stackName: string): string {
  if (name === SALT) return saltParameter({ stackName });
  if (name === MASTER_SECRET) return watchesSecretParameter({ stackName });
  return sourceKeysPrefix({ stackName }) + name;
}

/** @returns the first line of the input */
async function readValue(): Promise<string> {
  if (stdin.isTTY) process.stderr.write('Value, then Enter: ');
  for await (const line of createInterface({ input: stdin })) return line.trim();
  return '';
}

async function main() {
  const { name, delete: isDeleted, settings, stack } = commandLine();
  const stackName = stack ?? readDeploymentSettings(settings).stackName;
  const Name = parameterOf(name, stackName);
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
