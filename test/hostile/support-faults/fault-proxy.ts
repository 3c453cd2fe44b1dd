import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import aws4 from 'aws4';
import { preload } from '../../support/machine.ts';

/** A failure of an AWS call. */
export type AwsFault =
  /** An error response of the service. */
  | { kind: 'error'; type: string; status: number }
  /** Accepts the request and never responds. */
  | { kind: 'hang' }
  | { kind: 'reset' }
  /** Executes the request, and resets the connection instead of responding. */
  | { kind: 'lost-answer' };

const dynamoError = (type: string, status = 400): AwsFault => ({
  kind: 'error',
  type: `com.amazonaws.dynamodb.v20120810#${type}`,
  status,
});

export const awsFaults = {
  throttling: dynamoError('ThrottlingException'),
  throughput: dynamoError('ProvisionedThroughputExceededException'),
  conflict: dynamoError('ConditionalCheckFailedException'),
  serverError: dynamoError('InternalServerError', 500),
  unavailable: { kind: 'error', type: 'ServiceUnavailable', status: 503 },
  hang: { kind: 'hang' },
  reset: { kind: 'reset' },
  lostAnswer: { kind: 'lost-answer' },
} satisfies Record<string, AwsFault>;

/** One call of a function to AWS. */
export interface AwsCall {
  /** `DynamoDB`, `SQS` or `SSM`. */
  service: string;
  /** Such as `GetItem`. */
  operation: string;
  /** Logical id of the table; empty for other services. */
  table: string;
  isConditional: boolean;
}

/** @returns how a call fails; `null`: it is passed on */
export type FaultRule = (call: AwsCall) => AwsFault | null;

export interface FaultProxy {
  /** Environment that makes a runner's functions call AWS through the proxy. */
  environment: Record<string, string>;
  /** All calls, with their faults. */
  calls: (AwsCall & { fault: AwsFault | null })[];
  /** Sets the rule; `null` passes all calls on. */
  fail(rule: FaultRule | null): void;
  /** URL of the runner's DynamoDB, known after the first call of a function. */
  dynamodbUrl(): string;
  close(): Promise<void>;
}

/** A proxy server between functions and the runner's AWS services; fails by rule. */
export async function startFaultProxy(): Promise<FaultProxy> {
  const calls: FaultProxy['calls'] = [];
  let rule: FaultRule = () => null;
  let dynamodbPort = '';

  async function pass(incoming: IncomingMessage, response: ServerResponse) {
    const body = await buffer(incoming);
    const call = callOf(incoming, body.toString());
    const fault = rule(call);
    calls.push({ ...call, fault });
    if (call.service === 'DynamoDB') dynamodbPort = wayOf(incoming).port;
    switch (fault?.kind) {
      case 'hang':
        return;
      case 'reset':
        return void response.destroy();
      case 'error':
        return void answerError(response, fault);
      case 'lost-answer':
        await forward(incoming, body);
        return void response.destroy();
      default: {
        const answer = await forward(incoming, body);
        response.writeHead(answer.status, answer.headers).end(answer.body);
      }
    }
  }

  const server = createServer((incoming, response) => {
    // The runner may have been stopped already.
    pass(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirect = new URL('./redirect-aws.ts', import.meta.url);
  redirect.searchParams.set('proxy', url);
  return {
    environment: { NODE_OPTIONS: preload(redirect) },
    calls,
    fail(next) {
      rule = next ?? (() => null);
    },
    dynamodbUrl: () => `http://127.0.0.1:${dynamodbPort}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function callOf({ headers }: IncomingMessage, body: string): AwsCall {
  const [target = '', operation = ''] = String(headers['x-amz-target']).split('.');
  return {
    service: target.replace(/_.*$/, '').replace(/^Amazon/, ''),
    operation,
    table: /"TableName":"([^"]+)"/.exec(body)?.[1] ?? /"RequestItems":\{"([^"]+)"/.exec(body)?.[1] ?? '',
    isConditional: body.includes('"ConditionExpression"'),
  };
}

function answerError(response: ServerResponse, { type, status }: Extract<AwsFault, { kind: 'error' }>) {
  const body = JSON.stringify({ __type: type, message: 'secret words from inside' });
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(body);
}

/** The first segments of the path are the target port of the call, and the secret to sign it with. */
function wayOf({ url = '' }: IncomingMessage) {
  const [, port = '', secretAccessKey = '', ...path] = url.split('/');
  return { port, secretAccessKey, path: `/${path.join('/')}` };
}

/** Signs the request again, since host and path have changed. */
async function forward(incoming: IncomingMessage, body: Buffer) {
  const { port, secretAccessKey, path } = wayOf(incoming);
  const { authorization = '', host: _, connection: __, ...headers } = incoming.headers;
  const [, accessKeyId, region, service] = /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//.exec(authorization)!;
  const call = { method: incoming.method!, host: `127.0.0.1:${port}`, path, headers, body };
  const signed = aws4.sign(
    { ...call, region: region!, service: service! },
    { accessKeyId: accessKeyId!, secretAccessKey },
  );
  const outgoing = send({ host: '127.0.0.1', port, path, method: call.method, headers: signed.headers! });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) };
}
