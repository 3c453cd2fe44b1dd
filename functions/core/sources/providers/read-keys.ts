import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { awsRequestLimits } from '../../platform/aws/request-limits.ts';
import { type SourceKeys, sourceKeys } from './keys.ts';

/** A new or rotated key is used after this time at the latest, without a redeployment. */
const MAX_AGE_MS = 300_000;
/** All sources wait for the keys, including those that need none. */
const MAX_ATTEMPTS = 2;

/**
 * Reads the keys of sources from SSM SecureString parameters, and keeps them for five minutes.
 *
 * @param prefix such as `/search-metrics/sources/`
 * @param now milliseconds since the epoch
 * @returns a function that reads the keys. It throws nothing: keys that cannot be read and were never read are `null`
 */
export function createKeyReader(
  prefix: string,
  now: () => number,
  client = new SSMClient({ maxAttempts: MAX_ATTEMPTS, requestHandler: awsRequestLimits }),
): () => Promise<SourceKeys> {
  let known: { keys: SourceKeys; readAt: number } | null = null;
  return async () => {
    if (known && now() - known.readAt < MAX_AGE_MS) return known.keys;
    try {
      known = { keys: await readKeys(prefix, client), readAt: now() };
      return known.keys;
    } catch (error) {
      const { name } = error as Error;
      console.warn(JSON.stringify({ level: 'WARN', message: 'keys of sources not read', error: name }));
      return Object.fromEntries(sourceKeys.map((key) => [key, known?.keys[key] ?? null]));
    }
  };
}

async function readKeys(prefix: string, client: SSMClient): Promise<SourceKeys> {
  const Names = sourceKeys.map((key) => prefix + key);
  const { Parameters = [] } = await client.send(new GetParametersCommand({ Names, WithDecryption: true }));
  return Object.fromEntries(Parameters.map(({ Name, Value }) => [Name!.slice(prefix.length), Value]));
}
