import { join } from 'node:path';
import { type Permissions, readPermissions } from './permissions.ts';
import { resolve, type Resource, type Template } from './cloudformation.ts';

/** The properties of a Lambda function that the runner needs. */
export interface FunctionModel {
  logicalId: string;
  /** Folder below `functions/`, for messages. */
  name: string;
  codeDir: string;
  handler: string;
  timeoutMs: number;
  memoryMb: number;
  environment: Record<string, string>;
  /** Recursive loops are allowed; otherwise Lambda stops them. */
  allowsRecursion: boolean;
}

export interface Throttle {
  requestsPerSecond: number;
  burst: number;
}

export interface MockResponse {
  status: number;
  headers: Record<string, string>;
}

export interface RouteModel {
  method: string;
  path: string;
  apiKeyRequired: boolean;
  /** Logical id. */
  authorizerFunction: string | null;
  /** The caller has to be signed in, with one of these scopes. */
  signInScopes: string[] | null;
  integration: { function: string } | { mock: MockResponse };
  /** Rate limit for all callers of this route together: its own, or the stage's default. */
  throttle: Throttle | null;
}

export interface GatewayResponseModel {
  status: number;
  headers: Record<string, string>;
  template: string;
}

export interface UsagePlanModel extends Throttle {
  id: string;
  name: string;
  monthlyQuota: number;
}

export interface KeyModel {
  name: string;
  partitionKey: string;
  sortKey: string | null;
}

export interface IndexModel extends KeyModel {
  /** As in the template. */
  projection: { ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'; NonKeyAttributes?: string[] };
}

export interface TableModel extends KeyModel {
  indexes?: IndexModel[];
}

export interface QueueModel {
  id: string;
  visibilityTimeoutMs: number;
  maxMessageBytes: number;
  maxReceives: number;
  deadLetterQueue: string | null;
}

/** A queue that a function reads. */
export interface EventSourceModel {
  queue: string;
  function: string;
  batchSize: number;
  maxConcurrency: number;
  /** The function returns the failed messages of a batch; otherwise a batch succeeds or fails as a whole. */
  reportsItemFailures: boolean;
}

/** A function that is invoked on a schedule. */
export interface ScheduleModel {
  function: string;
  everyMs: number;
  /** The event that it is invoked with. */
  input: unknown;
}

/** The part of the deployed service that can run on one machine. */
export interface ServiceModel {
  stageName: string;
  /** Minimum size of a response that is compressed when `Accept-Encoding` allows it; `null`: never compressed. */
  minimumCompressionBytes: number | null;
  functions: FunctionModel[];
  routes: RouteModel[];
  gatewayResponses: Record<string, GatewayResponseModel>;
  usagePlans: UsagePlanModel[];
  tables: TableModel[];
  queues: QueueModel[];
  eventSources: EventSourceModel[];
  schedules: ScheduleModel[];
  /** Values of SSM parameters by their names. */
  parameters: Record<string, string>;
  permissions: Permissions;
}

/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-return,
   @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-member-access,
   @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call --
   CloudFormation's properties have no types here; this file is where they get some. */

type Properties = Record<string, any>;
type Reader = <Model>(type: string, read: (id: string, properties: Properties) => Model) => Model[];

/**
 * Reads the service from a synthesized template.
 *
 * @param assemblyDir folder of the cloud assembly, which contains the functions' bundles
 */
export function readServiceModel(template: Template, assemblyDir: string): ServiceModel {
  const all: Reader = (type, read) =>
    Object.entries(template.Resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => read(id, resolve(resource.Properties ?? {}) as Properties));

  const [api] = all('AWS::ApiGateway::RestApi', (_id, properties) => properties);
  const [stage] = all('AWS::ApiGateway::Stage', (_id, properties) => properties);
  return {
    stageName: stage!.StageName,
    minimumCompressionBytes: (api!.MinimumCompressionSize as number | undefined) ?? null,
    functions: all('AWS::Lambda::Function', (id) => readFunction(id, template.Resources[id]!, assemblyDir)),
    routes: readRoutes(all, readThrottles(stage!.MethodSettings)),
    gatewayResponses: Object.fromEntries(all('AWS::ApiGateway::GatewayResponse', readGatewayResponse)),
    usagePlans: all('AWS::ApiGateway::UsagePlan', readUsagePlan),
    tables: all('AWS::DynamoDB::GlobalTable', readTable),
    queues: all('AWS::SQS::Queue', readQueue),
    eventSources: all('AWS::Lambda::EventSourceMapping', readEventSource),
    schedules: all('AWS::Scheduler::Schedule', readSchedule),
    parameters: Object.fromEntries(all('AWS::SSM::Parameter', (_id, { Name, Value }) => [Name, Value])),
    permissions: readPermissions(template),
  };
}

function readFunction(logicalId: string, resource: Resource & { Metadata?: any }, assemblyDir: string): FunctionModel {
  const properties = resolve(resource.Properties) as Properties;
  return {
    logicalId,
    name: properties.Description,
    codeDir: join(assemblyDir, resource.Metadata['aws:asset:path']),
    handler: properties.Handler,
    timeoutMs: properties.Timeout * 1000,
    memoryMb: properties.MemorySize,
    environment: properties.Environment?.Variables ?? {},
    allowsRecursion: properties.RecursiveLoop === 'Allow',
  };
}

function readRoutes(all: Reader, throttles: Map<string, Throttle>): RouteModel[] {
  const parents = new Map(
    all('AWS::ApiGateway::Resource', (id, { ParentId, PathPart }) => [id, { ParentId, PathPart }]),
  );
  const pathOf = (id: string): string => {
    const resource = parents.get(id);
    return resource ? `${pathOf(resource.ParentId)}/${resource.PathPart}` : '';
  };
  const authorizers = new Map(
    all('AWS::ApiGateway::Authorizer', (id, { Type, AuthorizerUri }) => [
      id,
      Type === 'COGNITO_USER_POOLS' ? null : idOf(AuthorizerUri),
    ]),
  );
  return all('AWS::ApiGateway::Method', (_id, method) => {
    const path = pathOf(method.ResourceId) || '/';
    return {
      method: method.HttpMethod,
      path,
      apiKeyRequired: method.ApiKeyRequired ?? false,
      authorizerFunction: authorizers.get(method.AuthorizerId) ?? null,
      signInScopes: method.AuthorizationType === 'COGNITO_USER_POOLS' ? (method.AuthorizationScopes ?? []) : null,
      integration: readIntegration(method.Integration),
      throttle: throttles.get(`${path}/${method.HttpMethod}`) ?? throttles.get(EVERY_METHOD) ?? null,
    };
  });
}

/** The stage's settings for methods that have none of their own. */
const EVERY_METHOD = '*/*';

/** By path and method. A stage's settings write slashes inside a path as `~1`. */
function readThrottles(methodSettings: Properties[]): Map<string, Throttle> {
  const limited = methodSettings.filter(({ ThrottlingRateLimit }) => ThrottlingRateLimit !== undefined);
  return new Map(
    limited.map(({ ResourcePath, HttpMethod, ThrottlingRateLimit, ThrottlingBurstLimit }) => [
      `${ResourcePath === '/' ? '/' : ResourcePath.slice(1).replaceAll('~1', '/')}/${HttpMethod}`,
      { requestsPerSecond: ThrottlingRateLimit, burst: ThrottlingBurstLimit },
    ]),
  );
}

function readIntegration({ Type, Uri, IntegrationResponses }: Properties): RouteModel['integration'] {
  if (Type === 'AWS_PROXY') return { function: idOf(Uri) };
  const [response] = IntegrationResponses;
  const headers = Object.entries<string>(response.ResponseParameters).map(([name, value]) => [
    name.replace('method.response.header.', ''),
    unquote(value),
  ]);
  return { mock: { status: Number(response.StatusCode), headers: Object.fromEntries(headers) } };
}

/** The logical id in a local ARN, or in a URI that contains one. */
function idOf(uri: string): string {
  return /arn:aws:local:us-east-1:000000000000:(\w+)/.exec(uri)![1]!;
}

function readGatewayResponse(_id: string, properties: Properties): [string, GatewayResponseModel] {
  const headers = Object.entries<string>(properties.ResponseParameters ?? {}).map(([name, value]) => [
    name.replace('gatewayresponse.header.', ''),
    unquote(value),
  ]);
  return [
    properties.ResponseType,
    {
      status: Number(properties.StatusCode),
      headers: Object.fromEntries(headers),
      template: properties.ResponseTemplates['application/json'],
    },
  ];
}

/** API Gateway writes constants of parameter mappings in single quotes. */
function unquote(value: string): string {
  return value.replace(/^'|'$/g, '');
}

function readUsagePlan(id: string, { UsagePlanName, Throttle, Quota }: Properties): UsagePlanModel {
  return {
    id,
    name: UsagePlanName,
    requestsPerSecond: Throttle.RateLimit,
    burst: Throttle.BurstLimit,
    monthlyQuota: Quota.Limit,
  };
}

function readTable(name: string, { KeySchema, GlobalSecondaryIndexes = [] }: Properties): TableModel {
  const indexes = (GlobalSecondaryIndexes as Properties[]).map((index) => ({
    ...readKeys(index.IndexName, index.KeySchema),
    projection: index.Projection,
  }));
  return { ...readKeys(name, KeySchema), indexes };
}

function readKeys(name: string, keySchema: Properties[]): KeyModel {
  const keyOf = (type: string) => keySchema.find((key) => key.KeyType === type)?.AttributeName ?? null;
  return { name, partitionKey: keyOf('HASH'), sortKey: keyOf('RANGE') };
}

/** SQS's defaults (SQS API Reference, SetQueueAttributes). */
const DEFAULT_VISIBILITY_TIMEOUT_SECONDS = 30;
const DEFAULT_MAX_MESSAGE_BYTES = 1_048_576;

function readQueue(id: string, { VisibilityTimeout, MaximumMessageSize, RedrivePolicy }: Properties): QueueModel {
  return {
    id,
    visibilityTimeoutMs: (VisibilityTimeout ?? DEFAULT_VISIBILITY_TIMEOUT_SECONDS) * 1000,
    maxMessageBytes: MaximumMessageSize ?? DEFAULT_MAX_MESSAGE_BYTES,
    maxReceives: RedrivePolicy?.maxReceiveCount ?? Infinity,
    deadLetterQueue: RedrivePolicy ? idOf(RedrivePolicy.deadLetterTargetArn) : null,
  };
}

function readEventSource(_id: string, properties: Properties): EventSourceModel {
  return {
    queue: idOf(properties.EventSourceArn),
    function: properties.FunctionName,
    batchSize: properties.BatchSize ?? 10,
    maxConcurrency: properties.ScalingConfig?.MaximumConcurrency ?? 1_000,
    reportsItemFailures: properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
  };
}

const MINUTE_MS = 60_000;

function readSchedule(_id: string, { ScheduleExpression, Target }: Properties): ScheduleModel {
  const minutes = /^rate\((\d+) minutes?\)$/.exec(ScheduleExpression)![1];
  return { function: idOf(Target.Arn), everyMs: Number(minutes) * MINUTE_MS, input: JSON.parse(Target.Input) };
}
