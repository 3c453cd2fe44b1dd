import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { FunctionError, type FunctionHost, RecursionStopped } from '../lambda/function-host.ts';
import type { FunctionModel } from '../template/service-model.ts';
import { AwsServiceError, traceHeaderOf } from './aws-json.ts';

const PATH = /^\/2015-03-31\/functions\/([^/?]+)\/invocations/;

/** Whether a request is Lambda's `Invoke`, signed as AWS calls are. */
export function isInvoke({ url = '', headers }: IncomingMessage): boolean {
  return PATH.test(url) && (headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false);
}

/**
 * Answers Lambda's `Invoke`. A function is named by its folder, such as `snapshot-scheduler`, or by its logical id.
 *
 * @param hosts by logical id
 * @param authorize throws the response to a caller that is not allowed to invoke
 */
export function answerInvoke(
  models: FunctionModel[],
  hosts: Map<string, FunctionHost>,
  authorize: (request: IncomingMessage, functionId: string) => void = () => {},
): RequestListener {
  return (request, response) => {
    const reply = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body ?? null));
    };
    invoke(request, models, hosts, authorize).then(
      (result) => reply(200, result),
      (error: Error) => {
        if (error instanceof FunctionError) {
          reply(200, { errorMessage: error.message }, { 'x-amz-function-error': 'Unhandled' });
          return;
        }
        const { status, type, message } = error instanceof AwsServiceError ? error : serviceError(error);
        reply(status, { Message: message }, { 'x-amzn-ErrorType': type });
      },
    );
  };
}

async function invoke(
  request: IncomingMessage,
  models: FunctionModel[],
  hosts: Map<string, FunctionHost>,
  authorize: (request: IncomingMessage, functionId: string) => void,
) {
  const name = functionName(request.url!);
  const model = models.find((candidate) => candidate.name === name || candidate.logicalId === name);
  if (!model) throw new AwsServiceError(404, 'ResourceNotFoundException', `Function not found: ${name}`);
  authorize(request, model.logicalId);
  const event = eventOf(await text(request));
  return hosts.get(model.logicalId)!.invoke(event, () => {}, traceHeaderOf(request));
}

/** Extracts the name from `name`, `name:qualifier`, or a full or partial ARN, with or without a qualifier. */
function functionName(url: string): string {
  try {
    const parts = decodeURIComponent(PATH.exec(url)![1]!).split(':');
    return parts[parts.indexOf('function') + 1] ?? '';
  } catch {
    throw new AwsServiceError(400, 'ValidationException', 'The function name is not percent-encoded text');
  }
}

function eventOf(payload: string): unknown {
  try {
    return payload ? JSON.parse(payload) : {};
  } catch {
    throw new AwsServiceError(400, 'InvalidRequestContentException', 'The payload is not JSON');
  }
}

function serviceError(error: Error): AwsServiceError {
  if (error instanceof RecursionStopped) {
    // The type is that of the Lambda API Reference, Invoke.
    return new AwsServiceError(400, 'RecursiveInvocationException', 'The function is invoked in a recursive loop');
  }
  console.error(JSON.stringify({ level: 'ERROR', message: 'invoke failed', stack: error.stack }));
  return new AwsServiceError(500, 'ServiceException', 'The function could not be invoked');
}
