import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { AwsServiceError } from './aws/aws-json.ts';
import { covers, isAllowed, type Permissions, type RequiredAction } from './template/permissions.ts';
import { localArn, localRegion } from './credentials.ts';
import type { EventSourceModel } from './template/service-model.ts';

/** Thrown when the function's role does not allow a call; AWS's own error. */
class AccessDenied extends AwsServiceError {
  constructor(functionId: string, { action, resource }: RequiredAction) {
    const why = `because no identity-based policy allows the ${action} action`;
    super(403, 'AccessDeniedException', `${functionId} is not authorized to perform: ${action} on ${resource} ${why}`);
  }
}

/** A checked call of a function. */
export interface Call extends Pick<RequiredAction, 'action' | 'resource'> {
  /** Logical id. */
  function: string;
  allowed: boolean;
  /** Denied by a condition alone, such as that a key has the stack's tag; one that does not exist has none. */
  byCondition?: true;
}

interface Guard {
  /** @returns the logical id of the calling function; `null` for other callers, whose roles are not the service's */
  callerOf(request: IncomingMessage): string | null;
  /** @throws {AccessDenied} when the function's role does not allow every one of them */
  check(functionId: string, required: RequiredAction[]): void;
  /** The same for the caller of a request; callers that are not functions may do everything. */
  checkRequest(request: IncomingMessage, required: RequiredAction[]): void;
}

/**
 * Denies calls that the roles of the template do not allow, as AWS does.
 *
 * @param permissions statements by the logical id of the function, which is also the access key id that it calls with
 * @param logFile gets a line of JSON for each distinct `Call`
 * @param log receives one line of JSON for each denied call
 */
export function createGuard(permissions: Permissions, logFile: string, log: (line: string) => void): Guard {
  const seen = new Set<string>();
  mkdirSync(dirname(logFile), { recursive: true });
  writeFileSync(logFile, '');

  function record(call: Call) {
    const line = JSON.stringify(call);
    if (seen.has(line)) return;
    seen.add(line);
    appendFileSync(logFile, `${line}\n`);
    if (!call.allowed && !call.byCondition) log(JSON.stringify({ level: 'ERROR', message: 'access denied', ...call }));
  }

  function callerOf({ headers }: IncomingMessage): string | null {
    const accessKeyId = /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';
    return permissions.has(accessKeyId) ? accessKeyId : null;
  }

  function check(functionId: string, required: RequiredAction[]) {
    const statements = permissions.get(functionId) ?? [];
    for (const each of required) {
      const allowed = isAllowed(statements, each);
      const { action, resource } = each;
      const byCondition = !allowed && statements.some((statement) => covers(statement, each));
      record({ function: functionId, action, resource, allowed, ...(byCondition && { byCondition }) });
      if (!allowed) throw new AccessDenied(functionId, each);
    }
  }

  return {
    callerOf,
    check,
    checkRequest(request, required) {
      const caller = callerOf(request);
      if (caller) check(caller, required);
    },
  };
}

/* The actions that each call requires, as documented in the IAM reference of its service. A call that is not documented
   requires an action of its own name, which no role allows. */

interface JsonInput {
  TableName?: string;
  IndexName?: string;
  RequestItems?: Record<string, unknown>;
  QueueUrl?: string;
  Name?: string;
  Names?: string[];
  Overwrite?: boolean;
  KeyId?: string;
}

/**
 * @param target as in `X-Amz-Target`, such as `DynamoDB_20120810.GetItem`
 */
export function jsonActions(target: string, input: object): RequiredAction[] {
  const [service, operation = ''] = target.split('.') as [string, string?];
  switch (service) {
    case 'DynamoDB_20120810':
      return tableActions(operation, input);
    case 'AmazonSQS':
      return queueActions(operation, input);
    case 'AmazonSSM':
      return parameterActions(operation, input);
    case 'TrentService':
      return [{ action: `kms:${operation}`, resource: (input as JsonInput).KeyId ?? '*' }];
    default:
      return [{ action: `${service}:${operation}`, resource: '*' }];
  }
}

function tableActions(operation: string, { TableName, IndexName, RequestItems }: JsonInput): RequiredAction[] {
  const action = `dynamodb:${operation}`;
  if (RequestItems) return Object.keys(RequestItems).map((name) => ({ action, resource: localArn(name) }));
  if (!TableName) return [{ action, resource: '*' }];
  return [{ action, resource: localArn(TableName) + (IndexName ? `/index/${IndexName}` : '') }];
}

function queueActions(operation: string, { QueueUrl }: JsonInput): RequiredAction[] {
  // Sending a batch requires the same action as sending one message.
  const action = `sqs:${operation.replace(/^SendMessageBatch$/, 'SendMessage')}`;
  return [{ action, resource: QueueUrl ? localArn(QueueUrl) : '*' }];
}

function parameterActions(
  operation: string,
  { Name, Names = Name ? [Name] : [], Overwrite }: JsonInput,
): RequiredAction[] {
  return Names.map((name) => ({
    action: `ssm:${operation}`,
    resource: `arn:aws:ssm:${localRegion}:000000000000:parameter/${name.replace(/^\//, '')}`,
    ...(operation === 'PutParameter' && { context: { 'ssm:Overwrite': String(Overwrite ?? false) } }),
  }));
}

/**
 * API Gateway's control plane: the action is the method, the resource is the path. Changing tags also requires the
 * permission to change the key, and creating a key with tags the permission to tag every key. Neither is documented, but
 * AWS's errors contain the actions and resources, with the ARN in the path encoded.
 *
 * @param path decoded
 * @param tagsOf returns the tags of a key, with which conditions are compared
 *   (https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonapigatewaymanagement.html, `ApiKey`)
 */
export function gatewayActions(
  method: string,
  path: string,
  body: Record<string, unknown> = {},
  tagsOf: (keyId: string) => Record<string, string> = () => ({}),
): RequiredAction[] {
  const required = (verb: string, resource: string) => {
    const key = /::\/apikeys\/([^/]+)$/.exec(resource)?.[1];
    const context = key ? tagContext('ResourceTag', tagsOf(key)) : tagContext('RequestTag', body.tags ?? {});
    return { action: `apigateway:${verb}`, resource, ...(Object.keys(context).length > 0 && { context }) };
  };
  const tagged = /^\/tags\/(.+)$/.exec(path)?.[1];
  if (tagged) {
    return [required(method, tagsArn(tagged)), ...(method === 'GET' ? [] : [required('PATCH', tagged)])];
  }
  const withTags = method === 'POST' && body.tags !== undefined;
  return [required(method, gatewayArn(path)), ...(withTags ? [required('PUT', tagsArn(gatewayArn(`${path}/*`)))] : [])];
}

const tagContext = (key: string, tags: object): Record<string, string> =>
  Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`aws:${key}/${tag}`, String(value)]));

const gatewayArn = (path: string) => `arn:aws:apigateway:${localRegion}::${path}`;
const tagsArn = (arn: string) => gatewayArn(`/tags/${encodeURIComponent(arn)}`);

/** Actions of Lambda with the role of a function that reads a queue; without them, the mapping cannot be created. */
export function eventSourceActions({ queue }: Pick<EventSourceModel, 'queue'>): RequiredAction[] {
  const actions = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
  return actions.map((name) => ({ action: `sqs:${name}`, resource: localArn(queue) }));
}
