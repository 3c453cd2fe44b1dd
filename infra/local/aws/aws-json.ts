import type { IncomingMessage, RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { isDiskFull } from '../data-files.ts';

/** Thrown for an error of an emulated AWS service, as opposed to one of a function. */
export class AwsServiceError extends Error {
  readonly status: number;
  /** As in the header `x-amzn-ErrorType`. */
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** Thrown for the same in the AWS JSON protocol, whose errors have the status 400. */
export class AwsError extends AwsServiceError {
  constructor(type: string, message = type) {
    super(400, type, message);
  }
}

/** Operations by their name in `X-Amz-Target`, such as `AmazonSSM.GetParameter`. */
export type Operations = Record<string, (input: never, call?: AwsCall) => object>;

/** Parts of a call that are not in its input. */
export interface AwsCall {
  /** The header `X-Amzn-Trace-Id`. */
  traceHeader?: string | undefined;
}

export type Authorize = (request: IncomingMessage, input: object) => void;

/** Whether a request is a call of DynamoDB. */
export function isDynamoDBCall({ headers }: IncomingMessage): boolean {
  return String(headers['x-amz-target']).startsWith('DynamoDB_');
}

/** Whether a request is an AWS call: signed, and in the AWS JSON protocol. */
export function isAwsCall({ headers }: IncomingMessage): boolean {
  const isSigned = headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false;
  return isSigned && typeof headers['x-amz-target'] === 'string';
}

/**
 * Answers AWS calls in the AWS JSON protocol.
 *
 * @param authorize throws the response to a caller that is not allowed to make the call
 */
export function answerAwsCalls(operations: Operations, authorize: Authorize = () => {}): RequestListener {
  return (request, response) => {
    const contentType = request.headers['content-type'] ?? 'application/x-amz-json-1.0';
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': contentType }).end(JSON.stringify(body));
    };
    json(request)
      .then((input) => {
        authorize(request, input as object);
        const operation = operations[String(request.headers['x-amz-target'])];
        if (!operation) throw new AwsError('UnknownOperationException');
        reply(200, operation(input as never, { traceHeader: traceHeaderOf(request) }));
      })
      .catch((error: unknown) => {
        if (error instanceof AwsServiceError) return reply(400, { __type: error.type, message: error.message });
        if (isSystemError(error)) return reply(500, { __type: 'InternalFailure', message: explain(error) });
        reply(400, { __type: 'SerializationException' });
      });
  };
}

/** @returns the header with which the SDK passes on the trace of a function's invocation */
export function traceHeaderOf({ headers }: IncomingMessage): string | undefined {
  return headers['x-amzn-trace-id'] as string | undefined;
}

/** Whether the error is not the caller's, such as a full disk. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'errno' in error && 'syscall' in error;

function explain(error: NodeJS.ErrnoException): string {
  const message = isDiskFull(error) ? 'The disk is full' : `Nothing can be stored: ${error.code}`;
  console.error(JSON.stringify({ level: 'ERROR', message }));
  return message;
}
