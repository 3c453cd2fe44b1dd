import { createHmac, randomBytes } from 'node:crypto';
import type { SSMClient } from '@aws-sdk/client-ssm';
import { awsRequestLimits } from '../platform/aws-request-limits.ts';
import { ServiceError } from '../platform/http/errors.ts';
import { DAY_MS } from '../platform/time/day.ts';
import type { Signer } from './delivery.ts';
import { secretText } from './signature.ts';

/** The previous secret signs for this time after its replacement. */
export const OVERLAP_MS = DAY_MS;
/** Maximum number of previous secrets that sign: each adds a signature to the headers of a delivery. */
const MOST_PREVIOUS = 10;

const MASTER_BYTES = 32;

/** Attributes of a watch, or of the item of an owner's secret. */
export interface SecretState {
  /** Absent: 1. */
  secret_version?: number | undefined;
  /** Milliseconds since the epoch; absent while the first version is current. */
  secret_rotated_at?: number | undefined;
  /** Times of the rotations before that whose previous secrets still signed then, newest first. */
  secret_rotated_before?: number[] | undefined;
}

/**
 * Returns the state after a rotation. A previous secret that still signs does so until its own time, so that a rotation
 * whose response was lost can be repeated.
 *
 * @throws {ServiceError} rate_limited if too many previous secrets still sign
 */
export function rotatedSecret(state: SecretState, now: number) {
  const overlapping = overlappingRotations(state, now);
  if (overlapping.length >= MOST_PREVIOUS) {
    throw new ServiceError('rate_limited', {
      message: `The secret was rotated ${MOST_PREVIOUS} times within 24 hours.`,
      retryAfterSeconds: Math.ceil((overlapping.at(-1)! + OVERLAP_MS - now) / 1000),
    });
  }
  return {
    secret_version: (state.secret_version ?? 1) + 1,
    secret_rotated_at: now,
    secret_rotated_before: overlapping,
  };
}

/** Returns the times of the rotations whose previous secrets still sign, newest first. */
function overlappingRotations({ secret_rotated_at: last, secret_rotated_before = [] }: SecretState, now: number) {
  const times = last === undefined ? [] : [last, ...secret_rotated_before];
  return times.filter((time) => now < time + OVERLAP_MS);
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

    /** Returns the secrets that sign a delivery now: the current one, and each previous one for 24 hours. */
    async signing(signer: Signer, state: SecretState = {}): Promise<string[]> {
      const { secret_version: version = 1 } = state;
      const previous = overlappingRotations(state, now()).map((_, index) => version - 1 - index);
      return Promise.all([version, ...previous].map((each) => current(signer, each)));
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
