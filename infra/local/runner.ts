import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { parseHostOverrides } from '../../functions/core/platform/network/host-overrides.ts';
import { stackTag } from '../../functions/core/accounts/key-tags.ts';
import { sourceKeys } from '../../functions/core/sources/providers/keys.ts';
import { optionOf } from '../operator-settings.ts';
import type { DeploymentSettings } from '../settings.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { createDemo, isDemoRequest } from './demo.ts';
import { answerGatewayControl, isGatewayControlCall } from './aws/api-gateway.ts';
import { authenticated } from './aws/authenticate.ts';
import { createServiceLog } from './service-log.ts';
import { answerAwsCalls, type Authorize, isAwsCall, isDynamoDBCall } from './aws/aws-json.ts';
import { createKeyring, localArn, localRegion, localStackName, writeCredentialsFile } from './credentials.ts';
import { answerInvoke, isInvoke } from './aws/lambda.ts';
import { answerSns, isSnsCall } from './aws/sns.ts';
import { createQueues } from './aws/sqs.ts';
import { kmsOperations } from './aws/kms.ts';
import { createParameterFile, ssmOperations } from './aws/ssm.ts';
import { createGateway } from './gateway/gateway.ts';
import { answerMalformed } from './gateway/responses.ts';
import { createApiKeys } from './api-keys.ts';
import { createPublication, isPublication } from './publish.ts';
import { createFunctionHost } from './lambda/function-host.ts';
import { createInstances } from './lambda/instances.ts';
import { listen, onlyLocalHost, onlyNonBrowsers } from '../local-server.ts';
import { createGuard, eventSourceActions, gatewayActions, jsonActions } from './permissions.ts';
import { BadSetting, baseUrlVariables, type RunnerSettings, sharedVariables, variableOf } from './settings.ts';
import { createUsers, type Users } from './sign-in/users.ts';
import { startSignInServer } from './sign-in/sign-in-server.ts';
import { DatabaseInUse, createDatabase, startTables } from './aws/dynamodb.ts';
import { synthesizeOnce } from './template/synthesize.ts';
import type { ServiceModel } from './template/service-model.ts';

/** Limit of the HTTP server, above that of the gateway, whose error is in the service's envelope. */
const SERVER_HEADER_BYTES = 64 * 1024;
const SIGN_IN_CLIENT = 'back-office';

/** Settings in addition to the template's: those that no deployment sets, and those with other values here. */
type RunnerEnvironment = Record<string, string>;

export interface Runner {
  url: string;
  apiKey: string;
  /** Of the back office. */
  users: Users;
  close(): Promise<void>;
}

/**
 * For an idle connection. Node's default of 5 s is so short that a client which is late on a busy machine can send a
 * request on a connection that is being closed.
 */
const KEEP_ALIVE_MS = 75_000;

/**
 * Serves the stack on this machine: synthesizes it, creates its tables in an embedded DynamoDB, and serves its API with
 * the bundles that `cdk deploy` deploys.
 *
 * @param adapt changes the service, for tests of cases that the template prevents
 */
export async function startRunner(
  settings: RunnerSettings,
  adapt: (model: ServiceModel) => ServiceModel = (model) => model,
): Promise<Runner> {
  const dataDir = resolve(settings.LOCAL_DATA_DIR);
  const { database, release } = await claimDataDir(dataDir);
  const server = createServer({
    maxHeaderSize: SERVER_HEADER_BYTES,
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  // First of all, so that a port in use is reported at once.
  const url = await listen(server, settings.PORT);

  // Hosts of `LOCAL_RESOLVE` exist, whatever DNS contains.
  const resolved = parseHostOverrides(settings.LOCAL_RESOLVE);
  const sandbox = await startSandbox((host) => resolved.find(host) !== null);
  const { model: deployed, templateFile } = synthesizeOnce(templateContext(settings));
  const model = adapt(deployed);
  // For people to read.
  copyFileSync(templateFile, join(dataDir, 'template.json'));
  const users = createUsers(dataDir);
  const signIn = await startSignInServer({
    clientId: SIGN_IN_CLIENT,
    scope: model.routes.flatMap(({ signInScopes }) => signInScopes ?? [])[0]!,
    pageUrls: pageUrls(url, model.stageName),
    users,
  });
  const log = createServiceLog({ dataDir, verbose: settings.verbose, print: (line) => console.log(line) });
  const keyring = createKeyring();
  const credentials = keyring.issue(`LOCAL${randomBytes(8).toString('hex').toUpperCase()}`);
  writeCredentialsFile(join(dataDir, 'aws-credentials'), credentials);
  const protect = (listener: RequestListener) => onlyNonBrowsers(authenticated(keyring, listener));
  const guard = createGuard(model.permissions, join(dataDir, 'aws-calls.jsonl'), log.write);
  const authorize: Authorize = (request, input) => {
    guard.checkRequest(request, jsonActions(String(request.headers['x-amz-target']), input));
  };
  for (const source of model.eventSources) guard.check(source.function, eventSourceActions(source));
  const tables = await startTables(model.tables, {
    database,
    protect: (listener) => onlyLocalHost(protect(listener)),
    credentials,
    authorize,
  });
  const environment = environmentOf(settings, sandbox, { url, database: tables.endpoint, issuer: signIn.issuer });
  const instances = createInstances();
  const functions = new Map(
    model.functions.map((fn) => {
      const credentials = keyring.issue(fn.logicalId);
      const options = { environment, extraCa: [sandbox.ca], credentials, instances, follow: log.follow };
      return [fn.logicalId, createFunctionHost(fn, options)];
    }),
  );
  const keys = createApiKeys(join(dataDir, 'api-keys.json'), { lagMs: settings.LOCAL_USAGE_LAG_SECONDS * 1000 });
  const apiKey = keys.ensureReadyMade({
    name: `${localStackName}-ready-made`,
    planId: model.usagePlans.find(({ name }) => name === `${localStackName}-basic`)!.id,
    value: settings.LOCAL_API_KEY,
    tags: stackTag(localStackName),
  });
  const { LOCAL_VISIBILITY_TIMEOUT_SECONDS: visibilitySeconds } = settings;
  const queues = createQueues(model.queues, model.eventSources, functions, {
    dir: join(dataDir, 'queues'),
    visibilityTimeoutMs: visibilitySeconds && visibilitySeconds * 1000,
    irregularShare: settings.LOCAL_IRREGULAR_MESSAGES,
  });
  const created = createParameterFile(join(dataDir, 'parameters.json'));
  const parameters = ssmOperations({ ...model.parameters, ...secretsOf(settings, sandbox) }, created);
  const encryption = kmsOperations(join(dataDir, 'credentials-key.json'));
  const aws = answerAwsCalls({ ...queues.operations, ...parameters, ...encryption }, authorize);
  const control = answerGatewayControl(keys, model.usagePlans, (request, path, body) =>
    guard.checkRequest(
      request,
      gatewayActions(request.method!, path, body, (id) => keys.get(id)?.tags ?? {}),
    ),
  );
  const gateway = createGateway({ model, functions, keys, signIn, log: (line) => log.write(JSON.stringify(line)) });
  answerMalformed(server, model.gatewayResponses);
  const lambda = answerInvoke(model.functions, functions, (request, id) =>
    guard.checkRequest(request, [{ action: 'lambda:InvokeFunction', resource: localArn(id) }]),
  );
  const sns = answerSns((request, required) => guard.checkRequest(request, required), log.write);
  const services = [
    [isInvoke, protect(lambda)],
    [isGatewayControlCall, protect(control)],
    // Its own listener checks credentials and permissions.
    [isDynamoDBCall, (...call: Parameters<RequestListener>) => void database.emit('request', ...call)],
    [isAwsCall, protect(aws)],
    [isSnsCall, protect(sns)],
  ] as const;
  const loadDemo = createDemo({ url, database: tables.endpoint, credentials, tables: model.tables });
  const publication = onlyNonBrowsers(createPublication(sandbox));
  const answer: RequestListener = (request, response) => {
    if (settings.offline && isPublication(request)) return publication(request, response);
    if (settings.offline && isDemoRequest(request)) {
      return void loadDemo(request, response).catch(() => response.destroy());
    }
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
    users,
    async close() {
      server.close();
      server.closeAllConnections();
      queues.close();
      signIn.close();
      for (const timer of timers) clearInterval(timer);
      keys.save();
      await Promise.all([...functions.values()].map((host) => host.close()));
      await Promise.all([tables.close(), sandbox.close()]);
      log.close();
      release();
    },
  };
}

/** URLs of the back office's page: with and without the stage, under both names of this machine. */
function pageUrls(url: string, stageName: string): string[] {
  const origins = [url, url.replace('127.0.0.1', 'localhost')];
  return origins.flatMap((origin) => [`${origin}/back-office/`, `${origin}/${stageName}/back-office/`]);
}

/** @returns settings of functions in addition to the template's */
function environmentOf(
  settings: RunnerSettings,
  { resolve, dnsServer, forum, providers }: Sandbox,
  { url, database, issuer }: { url: string; database: string; issuer: string },
): RunnerEnvironment {
  const { FORUM_UPSTREAM_URL, FORUM_MARKET_ID, FORUM_DEVICE_CODE } = settings;
  return {
    AWS_REGION: localRegion,
    AWS_ENDPOINT_URL: url,
    AWS_ENDPOINT_URL_DYNAMODB: database,
    AWS_ENDPOINT_URL_KMS: url,
    // The operator's hosts come before the sandbox's, which stay for all other reserved names.
    RESOLVE_OVERRIDES: [settings.LOCAL_RESOLVE, resolve].filter(Boolean).join(','),
    RESOLVE_DNS_SERVERS: dnsServer,
    WORKSPACE_URL: `${url}/back-office/`,
    ...(settings.LOCAL_MAIL_DELAY_SECONDS !== undefined && {
      MAIL_DELAY_SECONDS: String(settings.LOCAL_MAIL_DELAY_SECONDS),
    }),
    DEMO_PORTFOLIO: settings.offline ? 'sandbox' : '',
    SANDBOX_PROVIDERS_URL: providers.url,
    SANDBOX_PROVIDERS_KEY: providers.key,
    ...baseUrls(settings, providers.url),
    // In addition to the template, since the address of the sandbox's forum changes at each start.
    FORUM_UPSTREAM_URL: FORUM_UPSTREAM_URL ?? forum.upstreamUrl,
    FORUM_MARKET_ID: FORUM_MARKET_ID ?? forum.marketId,
    FORUM_DEVICE_CODE: FORUM_DEVICE_CODE ?? forum.deviceCode,
    // The page signs in at the runner's own provider, whose metadata state how a session is ended.
    SIGN_IN_ISSUER: issuer,
    SIGN_IN_CLIENT_ID: SIGN_IN_CLIENT,
    SIGN_IN_ORIGINS: issuer,
    SIGN_IN_LOGOUT_URL: '',
  };
}

/** Base URLs of sources: the real ones, except for reserved names; with `--offline` only the sandbox's. */
function baseUrls(settings: RunnerSettings, sandboxUrl: string) {
  return Object.fromEntries(
    baseUrlVariables.map((name) => [name, settings[name] ?? (settings.offline ? sandboxUrl : '')]),
  );
}

/** Secrets that an operator stores in the parameter store. */
function secretsOf(settings: RunnerSettings, { forum, providers }: Sandbox) {
  const unset = settings.offline ? providers.key : undefined;
  const keys = sourceKeys.map((key) => [`/${localStackName}/sources/${key}`, settings[variableOf(key)] ?? unset]);
  const salt = settings.FORUM_SIGN_SALT ?? forum.salt;
  return { [`/${localStackName}/forum/sign-salt`]: salt, ...(Object.fromEntries(keys) as Record<string, string>) };
}

/** Settings that an operator sets at deployment. */
function templateContext(settings: RunnerSettings): Partial<DeploymentSettings> {
  return {
    stackName: localStackName,
    // Not reachable from other machines, but of the same form as the deployed one.
    crawlerContactUrl: 'http://127.0.0.1/docs',
    ...Object.fromEntries(sharedVariables.map((name) => [optionOf(name), settings[name]])),
    // The template is made by another process.
    ...(settings.REPORT_LOGO !== undefined && { reportLogo: resolve(settings.REPORT_LOGO) }),
    // Mails are written to the log.
    alarmEmail: 'operator@local.example',
  };
}

interface DataDir {
  /** Server of the database, which does not listen yet. */
  database: Server;
  /** Removes the claim, after the database was closed. */
  release: () => void;
}

/**
 * Claims a folder for this runner. The lock is the database's own: one process at a time can hold it, and the system
 * releases it when that process ends. The file with the process id is only for people to read.
 *
 * @throws {BadSetting} when another runner holds it
 */
async function claimDataDir(dir: string): Promise<DataDir> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'runner.pid');
  const database = await createDatabase(join(dir, 'dynamodb')).catch((error: unknown) => {
    if (!(error instanceof DatabaseInUse)) throw error;
    throw new BadSetting(`LOCAL_DATA_DIR: ${dir} is in use by another runner (process ${readPid(file)})`);
  });
  writeFileSync(file, String(process.pid));
  return { database, release: () => rmSync(file, { force: true }) };
}

/** @returns the process id in a file; 0 when there is none, or none yet */
function readPid(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}
