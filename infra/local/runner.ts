import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { sourceKeys } from '../../functions/shared/providers/keys.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { answerGatewayControl, isGatewayControlCall } from './aws/api-gateway.ts';
import { authenticated } from './aws/authenticate.ts';
import { answerAwsCalls, type Authorize, isAwsCall } from './aws/aws-json.ts';
import { createKeyring, writeCredentialsFile } from './credentials.ts';
import { answerInvoke, isInvoke } from './aws/invoke.ts';
import { createQueues } from './aws/sqs.ts';
import { ssmOperations } from './aws/ssm.ts';
import { claimDataDir } from './data-dir.ts';
import { createGateway } from './gateway/gateway.ts';
import { answerMalformed } from './gateway/malformed.ts';
import { localArn, localRegion, localStackName } from './identity.ts';
import { createIndexLag } from './index-lag.ts';
import { openApiKeys } from './keys/api-keys.ts';
import { createFunctionHost } from './lambda/function-host.ts';
import { createInstances } from './lambda/instances.ts';
import { onlyLocalHost, onlyNonBrowsers } from './local-only.ts';
import { eventSourceActions, gatewayActions, jsonActions } from './permissions/required-actions.ts';
import { createGuard } from './permissions/guard.ts';
import type { RunnerSettings } from './settings.ts';
import { sourceUrlSettings } from '../sandbox/providers/source-url-settings.ts';
import { openOperator, type Operator } from './sign-in/operator.ts';
import { startSignInServer } from './sign-in/sign-in-server.ts';
import { startTables } from './tables.ts';
import { synthesizeOnce } from './template/synthesize-once.ts';

/** The HTTP server's own limit has to be above the gateway's, which refuses in the service's envelope. */
const SERVER_HEADER_BYTES = 64 * 1024;
const SIGN_IN_CLIENT = 'back-office';

export interface Runner {
  url: string;
  apiKey: string;
  /** The user of the back office. */
  operator: Operator;
  close(): Promise<void>;
}

/**
 * Serves the stack on this machine: synthesizes it, creates its tables in an embedded DynamoDB, and answers as its API
 * does, with the bundles that `cdk deploy` deploys.
 */
export async function startRunner(settings: RunnerSettings): Promise<Runner> {
  const dataDir = resolve(settings.dataDir);
  const { database, release } = await claimDataDir(dataDir, createIndexLag(settings.emulation.indexLagMs));
  const server = createServer({ maxHeaderSize: SERVER_HEADER_BYTES, requireHostHeader: false });
  // First, so that a port in use is reported immediately.
  const url = await listen(server, settings.port);

  const sandbox = await startSandbox();
  const { model, templateFile } = synthesizeOnce(templateContext(settings));
  // For people to read.
  copyFileSync(templateFile, join(dataDir, 'template.json'));
  const operator = openOperator(join(dataDir, 'operator.json'));
  const signIn = await startSignInServer({
    clientId: SIGN_IN_CLIENT,
    scope: model.routes.flatMap(({ signInScopes }) => signInScopes ?? [])[0]!,
    pageUrls: pageUrls(url, model.stageName),
    operator,
  });
  const keyring = createKeyring();
  const credentials = keyring.issue(`LOCAL${randomBytes(8).toString('hex').toUpperCase()}`);
  writeCredentialsFile(join(dataDir, 'aws-credentials'), credentials);
  const protect = (listener: RequestListener) => onlyNonBrowsers(authenticated(keyring, listener));
  const guard = createGuard(model.permissions, join(dataDir, 'aws-calls.jsonl'), console.error);
  const authorize: Authorize = (request, input) => {
    guard.checkRequest(request, jsonActions(String(request.headers['x-amz-target']), input, model.queues));
  };
  for (const source of model.eventSources) guard.check(source.function, eventSourceActions(source));
  const tables = await startTables(model.tables, {
    database,
    protect: (listener) => onlyLocalHost(protect(listener)),
    credentials,
    authorize,
  });
  const environment = {
    AWS_REGION: localRegion,
    AWS_ENDPOINT_URL: url,
    AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint,
    // The operator's hosts take precedence over the sandbox's, which remain for all other reserved names.
    RESOLVE_OVERRIDES: [settings.resolve, sandbox.resolve].filter(Boolean).join(','),
    RESOLVE_DNS_SERVERS: sandbox.dnsServer,
    ...forumEnvironment(settings, sandbox),
    ...sourceEnvironment(settings, sandbox),
    ...signInEnvironment(signIn.issuer),
  };
  const instances = createInstances();
  const functions = new Map(
    model.functions.map((fn) => {
      const options = { environment, extraCa: [sandbox.ca], credentials: keyring.issue(fn.logicalId), instances };
      return [fn.logicalId, createFunctionHost(fn, options)];
    }),
  );
  const keys = openApiKeys(join(dataDir, 'api-keys.json'), { lagMs: settings.emulation.usageLagMs });
  const apiKey = keys.ensureReadyMade({
    name: `${localStackName}-ready-made`,
    planId: model.usagePlans.find(({ name }) => name === `${localStackName}-basic`)!.id,
    value: settings.apiKey,
  });
  const queues = createQueues(model.queues, model.eventSources, functions, {
    dir: join(dataDir, 'queues'),
    visibilityTimeoutMs: settings.emulation.visibilityTimeoutMs,
    irregularShare: settings.emulation.irregularMessages,
  });
  const aws = answerAwsCalls({ ...queues.operations, ...ssmOperations(parametersOf(settings, sandbox)) }, authorize);
  const control = answerGatewayControl(keys, model.usagePlans, (request, path) =>
    guard.checkRequest(request, gatewayActions(request.method!, path)),
  );
  const gateway = createGateway({ model, functions, keys, signIn, log: (line) => console.log(JSON.stringify(line)) });
  answerMalformed(server, model.gatewayResponses);
  const lambda = answerInvoke(model.functions, functions, (request, id) =>
    guard.checkRequest(request, [{ action: 'lambda:InvokeFunction', resource: localArn(id) }]),
  );
  const services = [
    [isInvoke, protect(lambda)],
    [isGatewayControlCall, protect(control)],
    [isAwsCall, protect(aws)],
  ] as const;
  const answer: RequestListener = (request, response) => {
    const service = services.find(([matches]) => matches(request));
    (service?.[1] ?? gateway)(request, response);
  };
  server.on('request', onlyLocalHost(answer));
  // Functions make AWS calls, so the server has to be ready before they are invoked.
  queues.start();
  const timers = model.schedules.map(({ function: id, everyMs, input }) => {
    // A failed run is not retried, since the next one does its work; the function has logged the error.
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
    operator,
    async close() {
      server.close();
      server.closeAllConnections();
      queues.close();
      signIn.close();
      for (const timer of timers) clearInterval(timer);
      keys.save();
      await Promise.all([...functions.values()].map((host) => host.close()));
      await Promise.all([tables.close(), sandbox.close()]);
      release();
    },
  };
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** URLs of the back office's page: with and without the stage, under both names of this machine. */
function pageUrls(url: string, stageName: string): string[] {
  const origins = [url, url.replace('127.0.0.1', 'localhost')];
  return origins.flatMap((origin) => [`${origin}/back-office/`, `${origin}/${stageName}/back-office/`]);
}

/** The page signs in at the runner's own provider, which publishes its logout URL itself. */
function signInEnvironment(issuer: string): Record<string, string> {
  return {
    SIGN_IN_ISSUER: issuer,
    SIGN_IN_CLIENT_ID: SIGN_IN_CLIENT,
    SIGN_IN_ORIGINS: issuer,
    SIGN_IN_LOGOUT_URL: '',
  };
}

/** URLs of the sources: the real ones except for reserved names, or with `--offline` the sandbox's only. */
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
    return [`/${localStackName}/sources/${key}`, given[key] ?? (offline ? providers.key : undefined)] as const;
  });
  return { [`/${localStackName}/forum/sign-salt`]: forum.salt ?? sandboxForum.salt, ...Object.fromEntries(keys) };
}

/** Not in the template, since the sandbox's forum has another address at each start. */
function forumEnvironment({ forum }: RunnerSettings, sandbox: Sandbox): Record<string, string> {
  return {
    FORUM_UPSTREAM_URL: forum.upstreamUrl ?? sandbox.forum.upstreamUrl,
    FORUM_MARKET_ID: forum.marketId ?? sandbox.forum.marketId,
    FORUM_DEVICE_CODE: forum.deviceCode ?? sandbox.forum.deviceCode,
  };
}

/** The context that an operator would set at deployment. */
export function templateContext({
  excludedBoards,
  batchConcurrency,
  batchPauseMs,
  disabledSources,
  dailyBudgetUsd,
  maxFollowedDomains,
}: RunnerSettings): Record<string, unknown> {
  return {
    stackName: localStackName,
    // Not reachable from other machines, but of the same form as the deployed one.
    crawlerContactUrl: 'http://127.0.0.1/docs',
    forumExcludedBoards: excludedBoards,
    forumBatchConcurrency: batchConcurrency,
    forumBatchPauseMs: batchPauseMs,
    disabledSources,
    dailyBudgetUsd,
    maxFollowedDomains,
  };
}
