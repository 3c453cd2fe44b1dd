import { join } from 'node:path';
import { createGatewayClient } from '../../functions/core/accounts/control-plane.ts';
import { createGatewayKeys, type GatewayKeys } from '../../functions/back-office/gateway-keys/gateway-keys.ts';
import { readCredentialsFile } from '../local/credentials.ts';
import { localRegion, localStackName } from '../local/identity.ts';
import { readDeploymentSettings } from '../settings.ts';
import type { Command } from './command-line.ts';

/**
 * The keys that a command works on: those of a stack in AWS, with the credentials of this terminal, or the runner's.
 *
 * @param dataDir of the runner, which writes its credentials there
 * @throws when the runner's credentials cannot be read
 */
export function keyStoreOf({ localPort, stack }: Pick<Command, 'localPort' | 'stack'>, dataDir: string): GatewayKeys {
  if (localPort === null) return createGatewayKeys(createGatewayClient(), stack ?? readDeploymentSettings().stackName);
  const endpoint = `http://127.0.0.1:${localPort}`;
  const credentials = readCredentialsFile(join(dataDir, 'aws-credentials'));
  const client = createGatewayClient({ endpoint, region: localRegion, credentials });
  return createGatewayKeys(client, localStackName);
}
