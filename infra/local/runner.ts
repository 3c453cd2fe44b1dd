import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { sourceKeys } from '../../functions/shared/sources/keys.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { answerAwsCalls, isAwsCall } from './aws/aws-json.ts';
import { answerInvoke, isInvoke } from './aws/invoke.ts';
import { createQueues } from './aws/sqs.ts';
import { ssmOperations } from './aws/ssm.ts';
import { claimDataDir } from './data-dir.ts';
import { createGateway } from './gateway/gateway.ts';
import { answerMalformed } from './gateway/malformed.ts';
import { openApiKeys } from './keys/api-keys.ts';
import { createFunctionHost } from './lambda/function-host.ts';
import { type RunnerSettings, sourceUrlSettings } from './settings.ts';
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
  const releaseDataDir = claimDataDir(dataDir);
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
    ...sourceEnvironment(settings, sandbox),
  };
  const functions = new Map(
    model.functions.map((fn) => [fn.logicalId, createFunctionHost(fn, { environment, extraCa: [sandbox.ca] })]),
  );
  const keys = openApiKeys(join(dataDir, 'api-keys.json'));
  const apiKey = keys.ensureReadyMade(settings.apiKey);
  const queues = createQueues(model.queues, model.eventSources, functions);
  const aws = answerAwsCalls({ ...queues.operations, ...ssmOperations(parametersOf(settings, sandbox)) });
  const gateway = createGateway({ model, functions, keys, log: (line) => console.log(JSON.stringify(line)) });
  answerMalformed(server, model.gatewayResponses);
  const lambda = answerInvoke(model.functions, functions);
  server.on('request', (request, response) => {
    const listener = isInvoke(request) ? lambda : isAwsCall(request) ? aws : gateway;
    listener(request, response);
  });
  const timers = model.schedules.map(({ function: id, everyMs, input }) => {
    // What a run could not do, the next one does; the function has logged why.
    return setInterval(
      () =>
        void functions
          .get(id)!
          .invoke(input)
          .catch(() => {}),
      everyMs,
    );
  });

  return {
    url,
    apiKey: apiKey.value,
    async close() {
      server.close();
      server.closeAllConnections();
      queues.close();
      for (const timer of timers) clearInterval(timer);
      keys.save();
      await Promise.all([...functions.values()].map((host) => host.close()));
      await Promise.all([tables.close(), sandbox.close()]);
      releaseDataDir();
    },
  };
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Where sources are asked: the real ones, but for reserved names; with `--offline` the sandbox's alone. */
function sourceEnvironment({ offline, sourceUrls }: RunnerSettings, { providers }: Sandbox): Record<string, string> {
  return {
    SANDBOX_PROVIDERS_URL: providers.url,
    SANDBOX_PROVIDERS_KEY: providers.key,
    ...(offline && Object.fromEntries(sourceUrlSettings.map((name) => [name, providers.url]))),
    ...sourceUrls,
  };
}

/** The secrets that an operator would put into the parameter store. */
function parametersOf(
  { forum, offline, sourceKeys: given }: RunnerSettings,
  { forum: sandboxForum, providers }: Sandbox,
) {
  const keys = sourceKeys.map((key) => {
    return [`/${STACK_NAME}/sources/${key}`, given[key] ?? (offline ? providers.key : undefined)] as const;
  });
  return { [`/${STACK_NAME}/forum/sign-salt`]: forum.salt ?? sandboxForum.salt, ...Object.fromEntries(keys) };
}

/** What an operator would set at deployment. */
function templateContext(
  { forum, excludedBoards, disabledSources, dailyBudgetUsd, maxFollowedDomains }: RunnerSettings,
  sandbox: Sandbox,
): Record<string, unknown> {
  return {
    stackName: STACK_NAME,
    // Nobody can look it up locally, but it has the form of the deployed one.
    crawlerContactUrl: 'http://127.0.0.1/docs',
    forumUpstreamUrl: (forum.upstreamUrl ?? sandbox.forum.upstreamUrl) || undefined,
    forumMarketId: forum.marketId ?? sandbox.forum.marketId,
    forumDeviceCode: forum.deviceCode ?? sandbox.forum.deviceCode,
    forumExcludedBoards: excludedBoards,
    disabledSources,
    dailyBudgetUsd,
    maxFollowedDomains,
  };
}
