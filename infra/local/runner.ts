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
import { onlyOwnNames, onlyPrograms } from './own-names.ts';
import { eventSourceDemands, gatewayDemands, jsonDemands } from './permissions/demands.ts';
import { createGuard } from './permissions/guard.ts';
import type { RunnerSettings } from './settings.ts';
import { sourceUrlSettings } from '../sandbox/providers/source-url-settings.ts';
import { openOperator, type Operator } from './sign-in/operator.ts';
import { startSignInServer } from './sign-in/sign-in-server.ts';
import { startTables } from './tables.ts';
import { synthesizeOnce } from './template/synthesize-once.ts';

/** What the HTTP server itself refuses has to be larger than what the gateway refuses in its own form. */
const SERVER_HEADER_BYTES = 64 * 1024;
const SIGN_IN_CLIENT = 'back-office';

export interface Runner {
  url: string;
  apiKey: string;
  /** Who may sign in to the back office. */
  operator: Operator;
  close(): Promise<void>;
}

/**
 * Serves on this machine what `cdk deploy` deploys: synthesizes the stack, creates its tables in an embedded DynamoDB,
 * and answers as its API does, with the same bundles.
 */
export async function startRunner(settings: RunnerSettings): Promise<Runner> {
  const dataDir = resolve(settings.dataDir);
  const { database, release } = await claimDataDir(dataDir, createIndexLag(settings.emulation.indexLagMs));
  const server = createServer({ maxHeaderSize: SERVER_HEADER_BYTES, requireHostHeader: false });
  // First of all, so that a port in use is told at once.
  const url = await listen(server, settings.port);

  const sandbox = await startSandbox();
  const { model, templateFile } = synthesizeOnce(templateContext(settings));
  // For people who want to see what they run.
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
  const protect = (listener: RequestListener) => onlyPrograms(authenticated(keyring, listener));
  const guard = createGuard(model.permissions, join(dataDir, 'aws-calls.jsonl'), console.error);
  const authorize: Authorize = (request, input) => {
    guard.checkRequest(request, jsonDemands(String(request.headers['x-amz-target']), input, model.queues));
  };
  for (const source of model.eventSources) guard.check(source.function, eventSourceDemands(source));
  const tables = await startTables(model.tables, {
    database,
    protect: (listener) => onlyOwnNames(protect(listener)),
    credentials,
    authorize,
  });
  const environment = {
    AWS_REGION: localRegion,
    AWS_ENDPOINT_URL: url,
    AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint,
    // The operator's hosts come before the sandbox's, which stay for all other reserved names.
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
    guard.checkRequest(request, gatewayDemands(request.method!, path)),
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
    const service = services.find(([isMeant]) => isMeant(request));
    (service?.[1] ?? gateway)(request, response);
  };
  server.on('request', onlyOwnNames(answer));
  // Not before the functions' own calls are answered.
  queues.start();
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

/** Addresses of the back office's page: with the stage and without it, and by either name of this machine. */
function pageUrls(url: string, stageName: string): string[] {
  const origins = [url, url.replace('127.0.0.1', 'localhost')];
  return origins.flatMap((origin) => [`${origin}/back-office/`, `${origin}/${stageName}/back-office/`]);
}

/** Where the page signs in: here the runner's own provider, which says itself how a session is ended. */
function signInEnvironment(issuer: string): Record<string, string> {
  return {
    SIGN_IN_ISSUER: issuer,
    SIGN_IN_CLIENT_ID: SIGN_IN_CLIENT,
    SIGN_IN_ORIGINS: issuer,
    SIGN_IN_LOGOUT_URL: '',
  };
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
    return [`/${localStackName}/sources/${key}`, given[key] ?? (offline ? providers.key : undefined)] as const;
  });
  return { [`/${localStackName}/forum/sign-salt`]: forum.salt ?? sandboxForum.salt, ...Object.fromEntries(keys) };
}

/** Beside the template, since the sandbox's forum is another one at each start. */
function forumEnvironment({ forum }: RunnerSettings, sandbox: Sandbox): Record<string, string> {
  return {
    FORUM_UPSTREAM_URL: forum.upstreamUrl ?? sandbox.forum.upstreamUrl,
    FORUM_MARKET_ID: forum.marketId ?? sandbox.forum.marketId,
    FORUM_DEVICE_CODE: forum.deviceCode ?? sandbox.forum.deviceCode,
  };
}

/** What an operator would set at deployment. */
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
    // Nobody can look it up locally, but it has the form of the deployed one.
    crawlerContactUrl: 'http://127.0.0.1/docs',
    forumExcludedBoards: excludedBoards,
    forumBatchConcurrency: batchConcurrency,
    forumBatchPauseMs: batchPauseMs,
    disabledSources,
    dailyBudgetUsd,
    maxFollowedDomains,
  };
}
