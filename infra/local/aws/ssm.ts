import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';

const TARGET = 'AmazonSSM.GetParameter';

/** Whether a request is one of the AWS calls that the runner answers, by its protocol (AWS JSON 1.1). */
export function isAwsCall(headers: Record<string, unknown>): boolean {
  return typeof headers['x-amz-target'] === 'string';
}

/**
 * Answers SSM's `GetParameter`, the way that functions read their secrets.
 *
 * @param parameters values by name; an empty one does not exist
 */
export function createSsm(parameters: Record<string, string>): RequestListener {
  return (request, response) => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    };
    if (request.headers['x-amz-target'] !== TARGET) return reply(400, { __type: 'UnknownOperationException' });
    json(request).then(
      (body) => {
        const { Name } = body as { Name: string };
        const Value = parameters[Name];
        if (!Value) return reply(400, { __type: 'ParameterNotFound' });
        reply(200, { Parameter: { Name, Type: 'SecureString', Value, Version: 1 } });
      },
      () => reply(400, { __type: 'SerializationException' }),
    );
  };
}
