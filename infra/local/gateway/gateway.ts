import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import { type ApiKey, type ApiKeys, createTokenBucket, createUsageLimits } from '../api-keys.ts';
import { FunctionError, type FunctionHost } from '../lambda/function-host.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';
import type { MockResponse, ServiceModel } from '../template/service-model.ts';
import { compressed, type GatewayAnswer, gatewayResponse, proxyAnswer, write } from './responses.ts';
import {
  authorizerEvent,
  BodyTooLarge,
  findRoute,
  type GatewayCaller,
  type GatewayRequest,
  proxyEvent,
  readBody,
} from './requests.ts';

/** Limits of API Gateway's REST APIs. */
const INTEGRATION_TIMEOUT_MS = 29_000;
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_HEADER_BYTES = 10_240;

/** Thrown when the gateway itself refuses a request; `type` is that of its gateway response. */
class Refused extends Error {
  readonly type: string;

  constructor(type: string) {
    super(type);
    this.type = type;
  }
}

interface GatewayDependencies {
  model: ServiceModel;
  /** By logical id. */
  functions: Map<string, FunctionHost>;
  keys: ApiKeys;
  signIn: Pick<SignInServer, 'verify'>;
  /** Receives one line per request. */
  log: (line: Record<string, unknown>) => void;
}

/** Serves the REST API of the template. */
export function createGateway({ model, functions, keys, signIn, log }: GatewayDependencies): RequestListener {
  const countRequest = createUsageLimits(model.usagePlans, keys);
  const routeBuckets = new Map(
    model.routes.flatMap((route) =>
      route.throttle ? [[route, createTokenBucket(route.throttle, Date.now)] as const] : [],
    ),
  );

  async function answer(incoming: IncomingMessage, requestId: string): Promise<GatewayAnswer> {
    try {
      const request = await readRequest(incoming, requestId, model);
      const caller = await authorize(request);
      if (routeBuckets.get(request.route)?.() === false) throw new Refused('THROTTLED');
      const { integration } = request.route;
      return 'mock' in integration ? mockAnswer(integration.mock) : await proxy(integration.function, request, caller);
    } catch (error) {
      if (!(error instanceof Refused) && !incoming.destroyed) console.error(error);
      const type = error instanceof Refused ? error.type : 'DEFAULT_5XX';
      return gatewayResponse(model.gatewayResponses, type, requestId);
    }
  }

  async function authorize(request: GatewayRequest): Promise<GatewayCaller> {
    const { authorizerFunction, signInScopes } = request.route;
    const key = authorizerFunction ? await checkKey(request, authorizerFunction) : null;
    if (!signInScopes) return { key, claims: null };
    // Cognito's authorizer accepts the token with and without the prefix.
    const token = (request.incoming.headers.authorization ?? '').replace(/^Bearer /, '');
    const claims = await signIn.verify(token, signInScopes);
    if (!claims) throw new Refused('UNAUTHORIZED');
    return { key, claims };
  }

  /** @returns the key on routes that require one */
  async function checkKey(request: GatewayRequest, authorizerFunction: string): Promise<ApiKey | null> {
    const verdict = await functions
      .get(authorizerFunction)!
      .invoke(authorizerEvent(request))
      .catch((error: Error) => {
        log({ level: 'ERROR', request_id: request.requestId, message: error.message });
        throw new Refused(error.message.endsWith('Error: Unauthorized') ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE');
      });
    const { policyDocument, usageIdentifierKey } = verdict as APIGatewayAuthorizerResult;
    if (policyDocument.Statement.some(({ Effect }) => Effect === 'Deny')) throw new Refused('ACCESS_DENIED');
    if (!request.route.apiKeyRequired) return null;
    const key = usageIdentifierKey ? keys.find(usageIdentifierKey) : null;
    if (!key) throw new Refused('INVALID_API_KEY');
    const usage = countRequest(key);
    if (usage !== 'allowed') throw new Refused(usage);
    return key;
  }

  async function proxy(functionId: string, request: GatewayRequest, caller: GatewayCaller): Promise<GatewayAnswer> {
    const timer = new AbortController();
    const taken = Promise.withResolvers<void>();
    // In AWS no event waits for an instance, so waiting for one here does not count towards the timeout.
    const timeout = taken.promise.then(() => {
      return sleep(INTEGRATION_TIMEOUT_MS, 'timeout' as const, { signal: timer.signal, ref: false });
    });
    timeout.catch(() => {});
    const invocation = functions.get(functionId)!.invoke(proxyEvent(request, caller), taken.resolve);
    invocation.catch(() => {});
    try {
      const result = await Promise.race([invocation, timeout]);
      if (result === 'timeout') throw new Refused('INTEGRATION_TIMEOUT');
      const proxied = proxyAnswer(result);
      if (!proxied) throw new Refused('DEFAULT_5XX');
      return proxied;
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      log({ level: 'ERROR', request_id: request.requestId, message: error.message });
      throw new Refused('DEFAULT_5XX');
    } finally {
      timer.abort();
    }
  }

  return (incoming, response) => {
    const requestId = randomUUID();
    const started = performance.now();
    const respond = (answered: GatewayAnswer) => {
      // The client disconnected before the request was complete.
      if (!incoming.complete && incoming.destroyed) return;
      const acceptEncoding = String(incoming.headers['accept-encoding'] ?? '');
      write(response, compressed(answered, acceptEncoding, model.minimumCompressionBytes), requestId);
      log({
        time: new Date().toISOString(),
        method: incoming.method,
        path: pathOf(incoming),
        status: answered.status,
        duration_ms: Math.round(performance.now() - started),
        request_id: requestId,
      });
    };
    answer(incoming, requestId)
      .then(respond)
      .catch((error: unknown) => {
        // The function's response cannot be written, because of its status or a header.
        console.error(error);
        response.destroy();
      });
  };
}

/** Query strings are not logged: they may contain an API key. */
function pathOf(incoming: IncomingMessage): string {
  return (incoming.url ?? '/').split('?', 1)[0]!;
}

async function readRequest(incoming: IncomingMessage, requestId: string, model: ServiceModel): Promise<GatewayRequest> {
  const headerBytes = incoming.rawHeaders.reduce((sum, text) => sum + text.length, incoming.url?.length ?? 0);
  if (headerBytes > MAX_HEADER_BYTES) throw new Refused('REQUEST_TOO_LARGE');
  const found = findRoute(model.routes, model.stageName, incoming.method ?? 'GET', pathOf(incoming));
  if (!found) throw new Refused('MISSING_AUTHENTICATION_TOKEN');
  const query = new URLSearchParams((incoming.url ?? '').split('?').slice(1).join('?'));
  return { incoming, requestId, ...found, query, body: await bodyOf(incoming), stageName: model.stageName };
}

async function bodyOf(incoming: IncomingMessage): Promise<string | null> {
  return readBody(incoming, MAX_BODY_BYTES).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? new Refused('REQUEST_TOO_LARGE') : error;
  });
}

function mockAnswer({ status, headers }: MockResponse): GatewayAnswer {
  return { status, headers, body: Buffer.alloc(0) };
}
