import { createHmac, randomBytes } from 'node:crypto';
import type { SSMClient } from '@aws-sdk/client-ssm';
import { awsRequestLimits } from '../platform/aws-request-limits.ts';
import { DAY_MS } from '../platform/time/day.ts';
import type { Signer } from './deliveries.ts';
import { secretText } from './signature.ts';

/** The previous secret signs for this time after its replacement. */
export const OVERLAP_MS = DAY_MS;

const MASTER_BYTES = 32;

/** Attributes of a watch, or of the item of an owner's secret. */
export interface SecretState {
  /** Absent: 1. */
  secret_version?: number | undefined;
  /** Milliseconds since the epoch; absent while the first version is current. */
  secret_rotated_at?: number | undefined;
}

export type Secrets = ReturnType<typeof createSecrets>;

/**
 * Creates the secrets of watches and owners. They are derived from one master secret of the deployment, so that none of
 * them is stored. The master secret is in an SSM SecureString parameter, and is created at its first use.
 *
 * @param parameter name of the parameter
 */
export function createSecrets(parameter: string, now: () => number) {
  let master: Promise<string> | undefined;

  async function current({ owner, watch }: Signer, version = 1): Promise<string> {
    // A failure is not kept, so that the next call reads the parameter again.
    const secret = await (master ??= readOrCreate(parameter).catch((error: unknown) => {
      master = undefined;
      throw error;
    }));
    const name = JSON.stringify(watch === null ? ['owner', owner, version] : ['watch', owner, watch, version]);
    return secretText(createHmac('sha256', Buffer.from(secret, 'base64')).update(name).digest());
  }

  return {
    /** Returns the secret of a watch or an owner, as its owner sees it. */
    current,

    /** Returns the secrets that sign a delivery now: the current one, and the previous one for 24 hours. */
    async signing(signer: Signer, state: SecretState = {}): Promise<string[]> {
      const { secret_version: version = 1, secret_rotated_at: rotatedAt = 0 } = state;
      const overlaps = version > 1 && now() < rotatedAt + OVERLAP_MS;
      const versions = overlaps ? [version, version - 1] : [version];
      return Promise.all(versions.map((each) => current(signer, each)));
    },
  };
}

async function readOrCreate(name: string): Promise<string> {
  const { SSMClient } = await import('@aws-sdk/client-ssm');
  const client = new SSMClient({ requestHandler: awsRequestLimits });
  try {
    return (await read(client, name)) ?? (await create(client, name));
  } finally {
    client.destroy();
  }
}

/** @returns `null` if there is no such parameter */
async function read(client: SSMClient, Name: string): Promise<string | null> {
  const { GetParameterCommand } = await import('@aws-sdk/client-ssm');
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
    return Parameter!.Value!;
  } catch (error) {
    if ((error as Error).name === 'ParameterNotFound') return null;
    throw error;
  }
}

/** Creates the parameter, unless another instance has created it in the meantime. */
async function create(client: SSMClient, Name: string): Promise<string> {
  const { PutParameterCommand } = await import('@aws-sdk/client-ssm');
  const Value = randomBytes(MASTER_BYTES).toString('base64');
  try {
    await client.send(new PutParameterCommand({ Name, Value, Type: 'SecureString', Overwrite: false }));
    return Value;
  } catch (error) {
    const existing = (error as Error).name === 'ParameterAlreadyExists' ? await read(client, Name) : null;
    if (existing === null) throw error;
    return existing;
  }
}
