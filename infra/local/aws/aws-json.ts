import type { IncomingMessage, RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';

/** An AWS service's own error, by its type. */
export class AwsError extends Error {
  readonly type: string;

  constructor(type: string) {
    super(type);
    this.type = type;
  }
}

/** Operations by their name in `X-Amz-Target`, such as `AmazonSSM.GetParameter`. */
export type Operations = Record<string, (input: never) => object>;

/** Whether a request is an AWS call, by its protocol (AWS JSON) and by being signed. */
export function isAwsCall({ headers }: IncomingMessage): boolean {
  const isSigned = headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false;
  return isSigned && typeof headers['x-amz-target'] === 'string';
}

/** Answers AWS calls in the AWS JSON protocol. */
export function answerAwsCalls(operations: Operations): RequestListener {
  return (request, response) => {
    const contentType = request.headers['content-type'] ?? 'application/x-amz-json-1.0';
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': contentType }).end(JSON.stringify(body));
    };
    json(request)
      .then((input) => {
        const operation = operations[String(request.headers['x-amz-target'])];
        if (!operation) throw new AwsError('UnknownOperationException');
        reply(200, operation(input as never));
      })
      .catch((error: unknown) => {
        reply(400, { __type: error instanceof AwsError ? error.type : 'SerializationException' });
      });
  };
}
