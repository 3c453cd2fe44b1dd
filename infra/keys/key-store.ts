import { readFileSync } from 'node:fs';
import { createGatewayClient } from '../../functions/shared/gateway-keys/client.ts';
import { createGatewayKeys, type GatewayKeys } from '../../functions/shared/gateway-keys/gateway-keys.ts';
import { localCredentials, localRegion, localStackName } from '../local/identity.ts';
import type { Command } from './command-line.ts';

const DEFAULT_STACK = 'search-metrics';

/** The keys that a command is about: those of a stack in AWS, by the credentials of this terminal, or the runner's. */
export function keyStoreOf({ localPort, stack }: Command): GatewayKeys {
  if (localPort === null) return createGatewayKeys(createGatewayClient(), stack ?? configuredStack());
  const endpoint = `http://127.0.0.1:${localPort}`;
  const client = createGatewayClient({ endpoint, region: localRegion, credentials: localCredentials });
  return createGatewayKeys(client, localStackName);
}

function configuredStack(): string {
  const file = new URL('../../cdk.json', import.meta.url);
  const { context } = JSON.parse(readFileSync(file, 'utf8')) as { context?: { stackName?: string } };
  return context?.stackName ?? DEFAULT_STACK;
}
