import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { FunctionError, type FunctionHost } from '../lambda/function-host.ts';
import type { FunctionModel } from '../template/service-model.ts';

const PATH = /^\/2015-03-31\/functions\/([^/?]+)\/invocations/;

/** Whether a request is Lambda's `Invoke`, signed as AWS calls are. */
export function isInvoke({ url = '', headers }: IncomingMessage): boolean {
  return PATH.test(url) && (headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false);
}

/**
 * Answers Lambda's `Invoke`. A function goes by its folder's name, such as `snapshot-scheduler`, or by its deployed one.
 *
 * @param hosts by logical id
 */
export function answerInvoke(models: FunctionModel[], hosts: Map<string, FunctionHost>): RequestListener {
  return (request, response) => {
    const name = decodeURIComponent(PATH.exec(request.url!)![1]!).split(':').at(-1)!;
    const model = models.find((candidate) => candidate.name === name || candidate.logicalId === name);
    const reply = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body ?? null));
    };
    if (!model)
      return reply(
        404,
        { Message: `Function not found: ${name}` },
        { 'x-amzn-ErrorType': 'ResourceNotFoundException' },
      );
    const host = hosts.get(model.logicalId)!;
    void invoke(request, host).then(
      (result) => reply(200, result),
      (error: Error) => {
        if (error instanceof FunctionError)
          reply(200, { errorMessage: error.message }, { 'x-amz-function-error': 'Unhandled' });
        else
          reply(400, { Message: 'The payload is not JSON' }, { 'x-amzn-ErrorType': 'InvalidRequestContentException' });
      },
    );
  };
}

async function invoke(request: IncomingMessage, host: FunctionHost): Promise<unknown> {
  const payload = await text(request);
  return host.invoke(payload ? JSON.parse(payload) : {});
}
