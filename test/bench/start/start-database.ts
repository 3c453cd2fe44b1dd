import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localCredentials, localRegion } from '../../../infra/local/credentials.ts';
import type { DatabaseReady } from './database.ts';

export interface StartedDatabase {
  client: DynamoDBClient;
  /** Environment variables with which an instance connects to it, over TLS. */
  access: Record<string, string>;
  close: () => void;
}

/**
 * Starts a database with the service's tables in a separate process.
 *
 * @param dir folder to which its certificate is written
 */
export async function startDatabase(dir: string): Promise<StartedDatabase> {
  const child = fork(join(import.meta.dirname, 'database.ts'));
  const [{ endpoint, tlsPort, ca }] = (await once(child, 'message')) as [DatabaseReady];
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  const caFile = join(dir, 'ca.pem');
  writeFileSync(caFile, ca);
  const access = {
    AWS_ENDPOINT_URL_DYNAMODB: `https://localhost:${tlsPort}`,
    NODE_EXTRA_CA_CERTS: caFile,
    AWS_REGION: localRegion,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_SESSION_TOKEN: 'a-session-token-such-as-roles-have',
    METRICS_NAMESPACE: 'bench',
  };
  const close = () => {
    client.destroy();
    child.kill();
  };
  return { client, access, close };
}
