import { APIGatewayClient, GetAccountCommand, paginateGetApiKeys } from '@aws-sdk/client-api-gateway';
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolDomainCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { parseArgs } from 'node:util';
import { explainAwsError, runTool, textTable, UsageError } from './command-line.ts';
import { readAccepted, refuseChanges, type Refusing } from './deployed-settings.ts';
import { type DeploymentSettings, readDeploymentSettings } from '../settings.ts';
import { deployedResources, type ReadingAccount, readingAccount, stackStatus } from './deployed-stack.ts';

/** Required by assets of the CDK's current templates (`requiresBootstrapStackVersion` of the cloud assembly). */
const BOOTSTRAP_VERSION = 6;
/** Per account and region; cannot be raised (API Gateway Developer Guide, quotas for configuring a REST API). */
const API_KEYS_QUOTA = 10_000;
/** Concurrency for requests: one with a key takes an invocation of the authorizer, then one of its endpoint. */
const FOR_REQUESTS = 20;
/**
 * Requests per second that one execution environment serves at most, however short they are (Lambda Developer Guide,
 * Understanding concurrency and requests per second).
 */
const PER_ENVIRONMENT = 10;
/** A request with a key is an invocation of the authorizer, and one of its endpoint. */
const INVOCATIONS_PER_REQUEST = 2;
/** The account's concurrency is at least this many times the fetches in progress, so that hits are answered meanwhile. */
const CONCURRENCY_PER_FETCH = 5;
/** Lambda's smallest value of `MaximumConcurrency`, for each of the eight queues. */
const MIN_PER_QUEUE = 2;

const usage = `npm run preflight   checks the account of the terminal for a deployment; changes nothing

-- --settings <file>  settings of the deployment; default: settings.json
-- --accept <names>   settings that may differ from those of the deployed stack, separated by commas, or all`;

interface Finding {
  check: string;
  found: string;
  /** What to do; `null`: nothing. */
  todo: string | null;
}

/** How clients read. */
type Config = ReadingAccount['config'];

/** Resources of the deployed stack, which are no conflicts. */
type Resources = Awaited<ReturnType<typeof deployedResources>>;

async function checkConcurrency(settings: DeploymentSettings, config: Config): Promise<Finding[]> {
  const { AccountLimit } = await new LambdaClient(config).send(new GetAccountSettingsCommand());
  const { ConcurrentExecutions: quota, UnreservedConcurrentExecutions: free } = AccountLimit!;
  const account = { quota: quota!, free: free! };
  return [checkBackground(settings, account), stateRate(settings, account), checkFetches(settings, account)];
}

/** Concurrency of an account and region. */
interface Concurrency {
  quota: number;
  /** Without what functions have reserved for themselves, such as those of other services. */
  free: number;
}

const backgroundOf = ({ queueConcurrency }: DeploymentSettings) =>
  Object.values(queueConcurrency).reduce((sum, each) => sum + each, 0);

function stateRate(settings: DeploymentSettings, { free }: Concurrency): Finding {
  const rate = (Math.max(0, free - backgroundOf(settings)) * PER_ENVIRONMENT) / INVOCATIONS_PER_REQUEST;
  const why = `${PER_ENVIRONMENT} invocations per execution environment, ${INVOCATIONS_PER_REQUEST} for each request`;
  return { check: 'Requests with keys', found: `up to ${rate} per second beside background work: ${why}`, todo: null };
}

function checkFetches({ maxConcurrentFetches: most }: DeploymentSettings, { free }: Concurrency): Finding {
  const fitting = Math.max(1, Math.floor(free / CONCURRENCY_PER_FETCH));
  const todo =
    most <= fitting ? null : `set "maxConcurrentFetches": ${fitting}, a fifth of the concurrency, or request more`;
  return { check: 'Fetches in progress', found: `up to ${most}, of a concurrency of ${free}`, todo };
}

function checkBackground(settings: DeploymentSettings, { quota, free }: Concurrency): Finding {
  const background = backgroundOf(settings);
  const needed = background + FOR_REQUESTS;
  const queues = Object.keys(settings.queueConcurrency);
  const smallest = MIN_PER_QUEUE * queues.length;
  const smallProfile = Object.fromEntries(queues.map((queue) => [queue, MIN_PER_QUEUE]));
  const reserved = free < quota ? `, of which ${quota - free} are reserved by functions` : '';
  const found = `quota ${quota}${reserved}; background work takes up to ${background}, requests need ${FOR_REQUESTS}`;
  const small = background > smallest ? `set "queueConcurrency": ${JSON.stringify(smallProfile)}` : '';
  const increase = `request ${quota - free + Math.max(1_000, needed)} in Service Quotas (AWS Lambda, Concurrent executions)`;
  if (free >= needed) return { check: 'Lambda concurrency', found, todo: null };
  // If the smallest profile fits, it is sufficient at first; otherwise a higher quota is necessary.
  const todo =
    free >= smallest + FOR_REQUESTS ? `${small}, or ${increase}` : [small, increase].filter(Boolean).join(', and ');
  return { check: 'Lambda concurrency', found, todo };
}

async function checkGatewayAccount(
  { accountLogRole }: DeploymentSettings,
  deployed: Resources,
  config: Config,
): Promise<Finding[]> {
  const client = new APIGatewayClient(config);
  const { cloudwatchRoleArn: role, throttleSettings } = await client.send(new GetAccountCommand());
  let keys = 0;
  for await (const { items = [] } of paginateGetApiKeys({ client, pageSize: 500 }, {})) keys += items.length;
  const ownRoles = deployed.filter(({ ResourceType }) => ResourceType === 'AWS::IAM::Role');
  const isOwn = ownRoles.some(({ PhysicalResourceId }) => role?.endsWith(`/${PhysicalResourceId}`));
  return [
    {
      check: "API Gateway's role for logs",
      found: role ? `${role}${isOwn ? ', of this stack' : ''}` : 'none',
      todo: logRoleTodo({ accountLogRole, hasRole: Boolean(role), isOwn }),
    },
    {
      check: 'API Gateway requests',
      found: `${throttleSettings?.rateLimit ?? '?'} per second, burst ${throttleSettings?.burstLimit ?? '?'}, for all APIs of the region`,
      todo: null,
    },
    {
      check: 'API keys',
      found: `${keys} of ${API_KEYS_QUOTA}`,
      todo: keys >= API_KEYS_QUOTA ? 'delete keys: no more can be created in this account and region' : null,
    },
  ];
}

function logRoleTodo(role: { accountLogRole: boolean; hasRole: boolean; isOwn: boolean }): string | null {
  if (role.accountLogRole && role.hasRole && !role.isOwn) {
    return 'set "accountLogRole": false, or this role is replaced for all APIs of the account and region';
  }
  // A stage with an access log cannot be created without it.
  if (!role.accountLogRole && !role.hasRole) return 'set "accountLogRole": true: there is no role yet';
  return !role.accountLogRole && role.isOwn ? 'set "accountLogRole": true: the role is of this stack' : null;
}

async function checkBootstrap(config: Config): Promise<Finding> {
  const check = 'CDK bootstrap';
  try {
    const { Parameter } = await new SSMClient(config).send(
      new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' }),
    );
    const isRecent = Number(Parameter!.Value) >= BOOTSTRAP_VERSION;
    const todo = isRecent ? null : `run npx cdk bootstrap: version ${BOOTSTRAP_VERSION} is required`;
    return { check, found: `version ${Parameter!.Value}`, todo };
  } catch (error) {
    if (!(error instanceof ParameterNotFound)) throw error;
    return { check, found: 'none', todo: 'run npx cdk bootstrap' };
  }
}

async function checkSignIn(prefix: string, deployed: Resources, config: Config): Promise<Finding> {
  const client = new CognitoIdentityProviderClient(config);
  const { DomainDescription } = await client.send(new DescribeUserPoolDomainCommand({ Domain: prefix }));
  const { UserPoolId, Status } = DomainDescription ?? {};
  const isFree = !UserPoolId && !Status;
  const isOwn = deployed.some(({ PhysicalResourceId }) => UserPoolId && PhysicalResourceId === UserPoolId);
  const todo = isFree || isOwn ? null : 'set "signInDomainPrefix" to another one';
  const found = `${prefix}: ${isFree ? 'free' : isOwn ? 'of this stack' : `taken${UserPoolId ? ` by ${UserPoolId}` : ''}`}`;
  return { check: 'Sign-in domain prefix', found, todo };
}

/** Tables are retained: a failed deployment, or a deleted stack, leaves them, and the next one creates others. */
async function checkTables(stackName: string, deployed: Resources, config: Config): Promise<Finding> {
  const own = new Set(deployed.map(({ PhysicalResourceId }) => PhysicalResourceId));
  const left: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client: new DynamoDBClient(config) }, {})) {
    left.push(...TableNames.filter((name) => name.startsWith(`${stackName}-Tables`) && !own.has(name)));
  }
  const todo = `delete them, or copy what they contain (docs/operations.md): the stack has others`;
  const found = left.length > 0 ? left.join(', ') : 'none';
  return { check: 'Tables of an earlier stack', found, todo: left.length > 0 ? todo : null };
}

/** Regional domain names of API Gateway require a certificate of the same region. */
function checkCertificate({ certificateArn }: DeploymentSettings, region: string): Finding[] {
  if (certificateArn === undefined) return [];
  const [, , , found = ''] = certificateArn.split(':');
  const todo = found === region ? null : `set "certificateArn" to a certificate in ${region}`;
  return [{ check: 'Certificate', found: `in ${found}`, todo }];
}

/** Domains for examples (RFC 2606), such as that of settings.example.json. */
const RESERVED = /[@.]example(?:\.(?:com|net|org))?$/i;

function checkRecipient({ alarmEmail }: DeploymentSettings): Finding {
  const check = 'Recipient of alarms';
  if (alarmEmail === undefined) return { check, found: 'none: alarms are only in CloudWatch', todo: null };
  const todo = RESERVED.test(alarmEmail) ? 'set "alarmEmail" to an address of yours' : null;
  return { check, found: alarmEmail, todo };
}

/** Runs a check; one that fails becomes a finding, so that the others continue. */
async function attempt(check: string, make: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await make()].flat();
  } catch (error) {
    return [{ check, found: explainAwsError(error as Error), todo: 'allow the call, or check manually' }];
  }
}

function commandLine() {
  try {
    const options = { settings: { type: 'string' }, accept: { type: 'string' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function checkSettings(settings: DeploymentSettings, refusing: Omit<Refusing, 'option'>): Promise<Finding> {
  const refusal = await refuseChanges(settings, { ...refusing, option: '--accept ' });
  const found =
    refusal === null ? 'no unconfirmed difference from the deployed stack' : 'not those of the deployed stack';
  return { check: 'Settings', found, todo: refusal };
}

/** A first deployment that failed leaves a stack that must be deleted before the next one. */
async function checkStack(stackName: string, config: Config): Promise<Finding> {
  const status = await stackStatus(stackName, config);
  const todo =
    `delete it first, without its protection: in the CloudFormation console, or with aws cloudformation ` +
    `update-termination-protection --no-enable-termination-protection --stack-name ${stackName}, then npx cdk destroy`;
  const isFailed = status !== null && /^(?:ROLLBACK|CREATE)_FAILED$|^ROLLBACK_COMPLETE$/.test(status);
  return { check: 'Stack', found: status ?? 'none', todo: isFailed ? todo : null };
}

async function main() {
  const { settings: file = 'settings.json', accept } = commandLine();
  const settings = readDeploymentSettings(file);
  const accepts = readAccepted(accept, settings);
  const reader = await readingAccount();
  const { account, region, config } = reader;
  const deployed = await deployedResources(settings.stackName, config);
  const prefix = settings.signInDomainPrefix ?? `${settings.stackName}-${account}`;
  const findings = await Promise.all([
    attempt('CDK bootstrap', () => checkBootstrap(config)),
    attempt('Lambda concurrency', () => checkConcurrency(settings, config)),
    attempt("API Gateway's account", () => checkGatewayAccount(settings, deployed, config)),
    attempt('Sign-in domain prefix', () => checkSignIn(prefix, deployed, config)),
    attempt('Tables of an earlier stack', () => checkTables(settings.stackName, deployed, config)),
    attempt('Settings', () => checkSettings(settings, { file, accepts, reader: () => Promise.resolve(reader) })),
    attempt('Stack', () => checkStack(settings.stackName, config)),
  ]);
  const all = [...findings.flat(), checkRecipient(settings), ...checkCertificate(settings, region)];
  const state = deployed.length > 0 ? `deployed, ${deployed.length} resources` : 'not deployed yet';
  console.log(`Account ${account}, region ${region}, stack ${settings.stackName}: ${state}\n`);
  const rows = all.map(({ check, found, todo }) => [check, todo ? 'change' : 'ok', found]);
  console.log(textTable(['check', '', 'found'], rows));
  const todos = all.flatMap(({ check, todo }) => (todo ? [`- ${check}: ${todo}`] : []));
  console.log(todos.length > 0 ? `\nBefore the deployment, in ${file} or as stated:\n${todos.join('\n')}` : '\nReady.');
  process.exitCode = todos.length > 0 ? 1 : 0;
}

/**
 * `npm run preflight`: checks whether a deployment would fail or affect other resources of the account, and prints what
 * to set.
 */
await runTool(main, usage);
