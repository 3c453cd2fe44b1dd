import * as https from 'node:https';
import aws4 from 'aws4';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { type CallOptions, CONDITION_FAILED, type DynamoDB, type WriteOptions } from './dynamodb.ts';
import type { ItemClientSettings } from '../settings/common.ts';

/**
 * Creates a client for a function whose cached answers do not need the SDK, which is loaded at the first call that
 * needs it.
 */
export function createDynamoDB(settings: ItemClientSettings): DynamoDB {
  return createLightDynamoDB(settings, async () => (await import('./sdk-client.ts')).createSdkDynamoDB());
}

/** Time limit of one attempt, longer than nearly all calls take; the SDK repeats a call that takes longer. */
const ATTEMPT_MS = 1_000;

type Plain = Record<string, unknown>;
type Marshalled = Record<string, AttributeValue>;

/** Calls that are made without the SDK. */
const OPERATIONS = {
  get: 'GetItem',
  query: 'Query',
  put: 'PutItem',
  update: 'UpdateItem',
  batchGet: 'BatchGetItem',
} as const;

type LightCall = keyof typeof OPERATIONS;

/** Response of DynamoDB; an error has `__type`. */
interface Response {
  status: number;
  output: Plain & { __type?: string };
}

type Send = (operation: string, body: string, limitMs: number) => Promise<Response>;

/** Thrown if the condition of a call did not hold. */
class ConditionalCheckFailed extends Error {
  override readonly name = CONDITION_FAILED;
}

/** Thrown if there was no response within the time limit. */
class TimedOut extends Error {}

/**
 * Creates a client that sends signed requests (AWS Signature Version 4, AWS JSON 1.0) without the SDK, whose loading
 * would be most of a cold start. A call is sent again if its connection was closed. If it does not succeed then, the
 * SDK repeats it, which has retries and more sources of credentials. For this reason the client itself makes only
 * idempotent calls: reads, and writes that are declared `repeatable`. The SDK makes all others.
 *
 * @param loadSdk creates the client of the SDK; called at most once
 */
export function createLightDynamoDB(settings: ItemClientSettings, loadSdk: () => Promise<DynamoDB>): DynamoDB {
  const send = createSend(settings);
  let sdk: Promise<DynamoDB> | undefined;
  const bySdk = () => (sdk ??= loadSdk());

  /** @returns a method that makes a call by a signed request, and by the SDK if that does not succeed */
  function light<Name extends LightCall>(name: Name): DynamoDB[Name] {
    const method = async (input: object, options: CallOptions = {}) => {
      const started = performance.now();
      const output = await attemptCall(send, OPERATIONS[name], JSON.stringify(convertInput(input)), options);
      if (output) return convertOutput(output);
      const left = options.withinMs && Math.max(1, options.withinMs - (performance.now() - started));
      const repeat = (await bySdk())[name] as (input: object, options: CallOptions) => Promise<object>;
      return repeat(input, left ? { withinMs: left } : {});
    };
    return method;
  }

  const repeatable = { put: light('put'), update: light('update') };
  const writer = async (options: WriteOptions = {}) => (options.repeatable ? repeatable : bySdk());

  return {
    get: light('get'),
    query: light('query'),
    batchGet: light('batchGet'),
    put: async (input, options) => (await writer(options)).put(input, options),
    update: async (input, options) => (await writer(options)).update(input, options),
    delete: async (input, options) => (await bySdk()).delete(input, options),
    batchWrite: async (input, options) => (await bySdk()).batchWrite(input, options),
  };
}

/** @returns `null` if there was no response or an error */
async function attemptCall(send: Send, operation: string, body: string, { withinMs = Infinity }: CallOptions) {
  const limitMs = Math.min(ATTEMPT_MS, withinMs);
  // DynamoDB may have closed an idle connection while the instance was frozen, hence a second attempt.
  const retry = (error: unknown) => (error instanceof TimedOut ? null : send(operation, body, limitMs));
  const response = await send(operation, body, limitMs)
    .catch(retry)
    .catch(() => null);
  if (response?.output.__type?.endsWith(CONDITION_FAILED)) throw new ConditionalCheckFailed();
  return response?.status === 200 ? response.output : null;
}

/** @returns a function that posts the input of one operation, with persistent connections */
function createSend({ AWS_REGION: region, AWS_ENDPOINT_URL_DYNAMODB: customEndpoint }: ItemClientSettings): Send {
  const endpoint = new URL(customEndpoint || `https://dynamodb.${region}.${suffixOf(region)}`);
  const connecting = connect(endpoint);

  return async (operation, body, limitMs) => {
    const { request, agent } = await connecting;
    const headers = { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': `DynamoDB_20120810.${operation}` };
    const signed = aws4.sign({ service: 'dynamodb', region, host: endpoint.host, path: '/', headers, body });
    const sent = request(endpoint, { method: 'POST', headers: signed.headers!, agent }).on('error', () => {});
    const timer = setTimeout(() => sent.destroy(new TimedOut()), limitMs);
    try {
      const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage];
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece as Buffer);
      const output = JSON.parse(Buffer.concat(pieces).toString()) as Response['output'];
      return { status: response.statusCode!, output };
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Imports `node:http` for local endpoints only, because the import also loads Node's `fetch`. */
async function connect({ protocol }: URL) {
  const { Agent, request } = protocol === 'http:' ? await import('node:http') : https;
  return { request, agent: new Agent({ keepAlive: true }) };
}

function suffixOf(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
}

/** Members of inputs and outputs that contain attributes of items. */
interface Converted extends Partial<Record<(typeof SINGLE)[number], unknown>> {
  Items?: unknown[];
  Responses?: Record<string, unknown[]>;
  RequestItems?: Record<string, { Keys?: unknown[] }>;
  UnprocessedKeys?: Record<string, { Keys?: unknown[] }>;
}

const SINGLE = [
  'Key',
  'Item',
  'Attributes',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
  'LastEvaluatedKey',
] as const;

const convertInput = (input: object) => convert(input, (values) => toStored(values as Plain));
const convertOutput = (output: object) => convert(output, (values) => toPlain(values as Marshalled));

/** @returns the same input or output, with its attributes converted */
function convert(given: Converted, convertOne: (values: unknown) => unknown): object {
  const converted = { ...given };
  for (const name of SINGLE) if (given[name]) converted[name] = convertOne(given[name]);
  const convertAll = (list: unknown[]) => list.map(convertOne);
  const convertKeys = ({ Keys = [], ...rest }: { Keys?: unknown[] }) => ({ ...rest, Keys: convertAll(Keys) });
  if (given.Items) converted.Items = convertAll(given.Items);
  if (given.Responses) converted.Responses = mapMembers(given.Responses, convertAll);
  if (given.RequestItems) converted.RequestItems = mapMembers(given.RequestItems, convertKeys);
  if (given.UnprocessedKeys) converted.UnprocessedKeys = mapMembers(given.UnprocessedKeys, convertKeys);
  return converted;
}

function mapMembers<From, To>(members: Record<string, From>, convertOne: (member: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, convertOne(member)]));
}

/** @returns attributes in DynamoDB's JSON, in which bytes are Base64 text */
function toStored(values: Plain): Marshalled {
  const stored = marshall(values, { removeUndefinedValues: true });
  return withBytes(stored, (bytes) => Buffer.from(bytes as Uint8Array).toString('base64'));
}

function toPlain(stored: Marshalled): Plain {
  return unmarshall(withBytes(stored, (text) => Buffer.from(text as string, 'base64')));
}

/** @returns the same attributes with their bytes replaced at any depth */
function withBytes(stored: Marshalled, replace: (bytes: unknown) => unknown): Marshalled {
  (Object.values(stored) as { B?: unknown; BS?: unknown[]; M?: Marshalled; L?: AttributeValue[] }[]).forEach(
    (value) => {
      if (value.B !== undefined) value.B = replace(value.B);
      if (value.BS) value.BS = value.BS.map(replace);
      if (value.M) withBytes(value.M, replace);
      if (value.L) withBytes(value.L as unknown as Marshalled, replace);
    },
  );
  return stored;
}
