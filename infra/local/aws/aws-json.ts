import type { IncomingMessage, RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { AwsServiceError } from './service-error.ts';

/** An AWS service's own error, by its type. */
export class AwsError extends Error {
  readonly type: string;

  constructor(type: string, message = type) {
    super(message);
    this.type = type;
  }
}

/** Operations by their name in `X-Amz-Target`, such as `AmazonSSM.GetParameter`. */
export type Operations = Record<string, (input: never) => object>;

export type Authorize = (request: IncomingMessage, input: object) => void;

/** Whether a request is an AWS call, by its protocol (AWS JSON) and by being signed. */
export function isAwsCall({ headers }: IncomingMessage): boolean {
  const isSigned = headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false;
  return isSigned && typeof headers['x-amz-target'] === 'string';
}

/**
 * Answers AWS calls in the AWS JSON protocol.
 *
 * @param authorize throws what is answered to a caller who may not do it
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
        reply(200, operation(input as never));
      })
      .catch((error: unknown) => {
        const isKnown = error instanceof AwsError || error instanceof AwsServiceError;
        reply(400, isKnown ? { __type: error.type, message: error.message } : { __type: 'SerializationException' });
      });
  };
}
