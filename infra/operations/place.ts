import { join } from 'node:path';
import { localRegion, localStackName, readCredentialsFile } from '../local/credentials.ts';
import { readDeploymentSettings } from '../settings.ts';
import { explainAwsError, UsageError } from './command-line.ts';

/** Where a command works: a stack in AWS, with the credentials of this terminal, or the runner. */
export interface Place {
  /** Port of the runner; `null`: AWS. */
  localPort: number | null;
  /** Path of the settings file. */
  settings?: string | undefined;
  stack?: string | undefined;
}

const DEFAULT_PORT = '3000';

/** Returns the arguments with the port of the runner after `--local`, if it is omitted. */
export function withPort(args: string[]): string[] {
  const at = args.indexOf('--local');
  // Ids of keys are longer than ports, and domains are no numbers.
  if (at < 0 || /^\d{1,5}$/.test(args[at + 1] ?? '')) return args;
  return args.toSpliced(at + 1, 0, process.env.PORT || DEFAULT_PORT);
}

/** @throws {UsageError} */
export function portOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError('--local: must be a port from 1 to 65535');
  return port;
}

/** Returns the folder of the runner's data, which contains its credentials. */
export const dataDir = () => process.env.LOCAL_DATA_DIR || '.local';

/**
 * Returns the names of a place, and the settings of its AWS clients.
 *
 * @param dataDir of the runner
 * @throws if the runner's credentials cannot be read
 */
export function placeOf({ localPort, stack, settings }: Place, dataDir: string) {
  if (localPort === null) {
    const stackName = stack ?? readDeploymentSettings(settings).stackName;
    return { stackName, client: {} };
  }
  const credentials = readCredentialsFile(join(dataDir, 'aws-credentials'));
  const client = { endpoint: `http://127.0.0.1:${localPort}`, region: localRegion, credentials };
  return { stackName: localStackName, client };
}

/** Returns what to print of an error of a place. */
export function explainError(error: Error & { code?: string }): string {
  if (error.code === 'ECONNREFUSED') return `Nothing answers there (${error.message}): npm start?`;
  if (error.code === 'ENOENT') return `The runner's credentials are not there (${error.message}): LOCAL_DATA_DIR?`;
  return explainAwsError(error);
}
