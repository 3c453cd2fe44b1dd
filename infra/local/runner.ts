import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { createSsm, isAwsCall } from './aws/ssm.ts';
import { createGateway } from './gateway/gateway.ts';
import { openApiKeys } from './keys/api-keys.ts';
import { createFunctionHost } from './lambda/function-host.ts';
import type { RunnerSettings } from './settings.ts';
import { localCredentials, localRegion, startTables } from './tables.ts';
import { synthesize } from './template/synthesize.ts';

/** What the HTTP server itself refuses has to be larger than what the gateway refuses in its own form. */
const SERVER_HEADER_BYTES = 64 * 1024;
const STACK_NAME = 'local';

export interface Runner {
  url: string;
  apiKey: string;
  close(): Promise<void>;
}

/**
 * Serves on this machine what `cdk deploy` deploys: synthesizes the stack, creates its tables in an embedded DynamoDB,
 * and answers as its API does, with the same bundles.
 */
export async function startRunner(settings: RunnerSettings): Promise<Runner> {
  const dataDir = resolve(settings.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const server = createServer({ maxHeaderSize: SERVER_HEADER_BYTES });
  // First of all, so that a port in use is told at once.
  const url = await listen(server, settings.port);

  const sandbox = await startSandbox();
  const model = synthesize(join(dataDir, 'cdk.out'), templateContext(settings, sandbox));
  const tables = await startTables(model.tables, join(dataDir, 'dynamodb'));
  const environment = {
    AWS_REGION: localRegion,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_ENDPOINT_URL: url,
    AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint,
    // The operator's hosts come before the sandbox's, which stay for all other reserved names.
    RESOLVE_OVERRIDES: [settings.resolve, sandbox.resolve].filter(Boolean).join(','),
    RESOLVE_DNS_SERVERS: sandbox.dnsServer,
  };
  const functions = new Map(
    model.functions.map((fn) => [fn.logicalId, createFunctionHost(fn, { environment, extraCa: [sandbox.ca] })]),
  );
  const keys = openApiKeys(join(dataDir, 'api-keys.json'));
  const apiKey = keys.ensureReadyMade(settings.apiKey);
  const ssm = createSsm({ [`/${STACK_NAME}/forum/sign-salt`]: settings.forum.salt ?? sandbox.forum.salt });
  const gateway = createGateway({ model, functions, keys, log: (line) => console.log(JSON.stringify(line)) });
  server.on('request', (request, response) => (isAwsCall(request.headers) ? ssm : gateway)(request, response));

  return {
    url,
    apiKey: apiKey.value,
    async close() {
      server.close();
      server.closeAllConnections();
      keys.save();
      await Promise.all([...functions.values()].map((host) => host.close()));
      await Promise.all([tables.close(), sandbox.close()]);
    },
  };
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What an operator would set at deployment. */
function templateContext({ forum, excludedBoards }: RunnerSettings, sandbox: Sandbox): Record<string, unknown> {
  return {
    stackName: STACK_NAME,
    // Nobody can look it up locally, but it has the form of the deployed one.
    crawlerContactUrl: 'http://127.0.0.1/docs',
    forumUpstreamUrl: (forum.upstreamUrl ?? sandbox.forum.upstreamUrl) || undefined,
    forumMarketId: forum.marketId ?? sandbox.forum.marketId,
    forumDeviceCode: forum.deviceCode ?? sandbox.forum.deviceCode,
    forumExcludedBoards: excludedBoards,
  };
}
