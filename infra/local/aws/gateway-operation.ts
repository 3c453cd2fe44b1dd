import { AwsServiceError } from './service-error.ts';

export interface GatewayCall {
  /** Parts of the path that the operation's pattern captures. */
  ids: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** An operation of API Gateway's control plane. */
export interface GatewayOperation {
  method: string;
  path: RegExp;
  /** A response with the status 204 has no body. */
  status: number;
  answer: (call: GatewayCall) => object;
}

export const notFound = (message: string) => new AwsServiceError(404, 'NotFoundException', message);
export const conflict = (message: string) => new AwsServiceError(409, 'ConflictException', message);
export const badRequest = (message: string) => new AwsServiceError(400, 'BadRequestException', message);

/** @throws 404 with the message where there is no such thing */
export function existing<Thing>(thing: Thing | null, message: string): Thing {
  if (!thing) throw notFound(message);
  return thing;
}
