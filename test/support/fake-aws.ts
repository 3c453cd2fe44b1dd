import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What an operation returns: XML of the query protocol, or the object of a JSON protocol. */
type Answer = string | object;

/**
 * Operations by their name, called with the input and the caller's access key id: of the query protocol (`Action`), the JSON protocol (`X-Amz-Target`, without the service),
 * or method and path of the REST protocol (`GET /account`).
 */
export type FakeOperations = Record<string, (input: Record<string, string>, caller?: string) => Answer>;

/** An error as a service returns it. */
export class FakeError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export interface FakeAws {
  /** Environment of a program whose clients call this server. */
  environment: Record<string, string>;
  /** Those that it was started with; a removed one is denied. */
  operations: FakeOperations;
  /** The calls so far: name of the operation and input. */
  calls: { operation: string; input: Record<string, string> }[];
  close(): Promise<void>;
}

/** Starts a server with AWS's protocols, for clients that have it as `AWS_ENDPOINT_URL`. */
export async function startFakeAws(given: FakeOperations): Promise<FakeAws> {
  const operations = { ...given };
  const calls: FakeAws['calls'] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { operation, input, isQuery } = parse(request, body);
      calls.push({ operation, input });
      const { status, answer } = answerOf(() => {
        if (!operations[operation]) throw new FakeError('AccessDenied', `User is not authorized: ${operation}`);
        return operations[operation](input, callerOf(request));
      }, isQuery);
      const content = typeof answer === 'string' ? answer : JSON.stringify(answer);
      const type = isQuery ? 'text/xml' : 'application/x-amz-json-1.1';
      response.writeHead(status, { 'Content-Type': type }).end(content);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_ACCESS_KEY_ID: 'fake',
      AWS_SECRET_ACCESS_KEY: 'fake',
      AWS_REGION: 'eu-west-1',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    operations,
    calls,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @returns the access key id */
const callerOf = ({ headers }: IncomingMessage) => /Credential=([^/]+)/.exec(headers.authorization ?? '')?.[1] ?? '';

function parse({ method, url = '', headers }: IncomingMessage, body: string) {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') {
    const input = JSON.parse(body) as Record<string, string>;
    return { operation: target.slice(target.lastIndexOf('.') + 1), input, isQuery: false };
  }
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const isQuery = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  const input = Object.fromEntries(isQuery ? new URLSearchParams(body) : searchParams);
  return { operation: isQuery ? input.Action! : `${method} ${pathname}`, input, isQuery };
}

function answerOf(operate: () => Answer, isQuery: boolean): { status: number; answer: Answer } {
  try {
    return { status: 200, answer: operate() };
  } catch (error) {
    if (!(error instanceof FakeError)) throw error;
    const { type, message } = error;
    const xml = `<ErrorResponse><Error><Type>Sender</Type><Code>${type}</Code><Message>${message}</Message></Error></ErrorResponse>`;
    return { status: 400, answer: isQuery ? xml : { __type: type, message } };
  }
}

/** STS's response: the account of the credentials. */
export const callerIdentity = (account: string) => () =>
  `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::${account}:user/operator</Arn><UserId>operator</UserId><Account>${account}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`;

/** STS's response with credentials of a role, whose access key id is `lookup`. */
export const assumedRole = () =>
  '<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>lookup</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2030-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>';

interface Resource {
  type: string;
  id: string;
  /** Default: derived from the type. */
  logicalId?: string;
  status?: string;
}

/** CloudFormation's operations that these tools use, for one stack. */
export function fakeStack(
  name: string,
  {
    resources = [],
    outputs = {},
    status = 'CREATE_COMPLETE',
  }: { resources?: Resource[]; outputs?: Record<string, string>; status?: string },
): FakeOperations {
  const knownStack = ({ StackName }: Record<string, string>) => {
    if (StackName === name) return;
    throw new FakeError('ValidationError', `Stack with id ${StackName} does not exist`);
  };
  const members = (items: string[]) => items.map((item) => `<member>${item}</member>`).join('');
  return {
    // Two pages, since stacks with many resources have several.
    ListStackResources: (input) => {
      knownStack(input);
      const half = Math.ceil(resources.length / 2);
      const page = input.NextToken ? resources.slice(half) : resources.slice(0, half);
      const summaries = page.map(
        ({ type, id, logicalId = type.replaceAll(':', ''), status = 'CREATE_COMPLETE' }) =>
          `<LogicalResourceId>${logicalId}</LogicalResourceId><PhysicalResourceId>${id}</PhysicalResourceId><ResourceType>${type}</ResourceType><ResourceStatus>${status}</ResourceStatus>`,
      );
      const next = input.NextToken ? '' : '<NextToken>second</NextToken>';
      return `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>${members(summaries)}</StackResourceSummaries>${next}</ListStackResourcesResult></ListStackResourcesResponse>`;
    },
    DescribeStacks: (input) => {
      knownStack(input);
      const pairs = Object.entries(outputs).map(
        ([key, value]) => `<OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue>`,
      );
      return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${name}</StackName><StackStatus>${status}</StackStatus><CreationTime>2026-11-01T00:00:00Z</CreationTime><Outputs>${members(pairs)}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
    },
  };
}
