import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import * as https from 'node:https';
import type { AttributeValue, KeysAndAttributes } from '@aws-sdk/client-dynamodb';
import aws4 from 'aws4';
import { CONDITION_FAILED } from './conditional.ts';
import type { CallOptions, ItemClient } from './item-client.ts';
import type { ItemClientSettings } from '../../settings/settings.ts';

/** Longer than nearly all calls take; a call that takes longer is repeated by the SDK. */
const TRY_MS = 1_000;

type Item = Record<string, AttributeValue>;

/** What DynamoDB answers, as far as it is looked at: an error has a type. */
interface Answer {
  status: number;
  output: {
    __type?: string;
    Item?: Item;
    Attributes?: Item;
    Items?: Item[];
    LastEvaluatedKey?: Item;
    Responses?: Record<string, Item[]>;
    UnprocessedKeys?: Record<string, KeysAndAttributes>;
  };
}

type Call = (operation: string, input: object, limitMs: number) => Promise<Answer>;

/** The call was carried out, and its condition did not hold. */
class ConditionalCheckFailed extends Error {
  override readonly name = CONDITION_FAILED;
}

/** There was no answer in time. */
class TimedOut extends Error {}

/**
 * Makes each call by one signed request (AWS Signature Version 4, AWS JSON 1.0), without the SDK, whose loading would
 * be most of a cold start. Whatever does not succeed at once is repeated by the SDK, which knows of retries and of where
 * else credentials may come from: so only calls belong here that may be made twice.
 *
 * Binary values are read at an item's first level only, and sent at that of an item that is put.
 *
 * @param loadSdk the same calls by the SDK; asked for at most once
 */
export function createSignedItemClient(settings: ItemClientSettings, loadSdk: () => Promise<ItemClient>): ItemClient {
  const call = createCall(settings);
  let sdk: Promise<ItemClient> | undefined;
  const bySdk = () => (sdk ??= loadSdk());

  return {
    async getItem(input) {
      const output = await succeed(call, 'GetItem', input, {});
      if (!output) return (await bySdk()).getItem(input);
      return output.Item ? { Item: withBytes(output.Item) } : {};
    },
    async query(input) {
      const output = await succeed(call, 'Query', input, {});
      if (!output) return (await bySdk()).query(input);
      output.Items?.forEach(withBytes);
      return output;
    },
    async batchGetItem(input) {
      const output = await succeed(call, 'BatchGetItem', input, {});
      if (!output) return (await bySdk()).batchGetItem(input);
      Object.values(output.Responses ?? {})
        .flat()
        .forEach(withBytes);
      return output;
    },
    async putItem(input) {
      const output = await succeed(call, 'PutItem', { ...input, Item: withText(input.Item!) }, {});
      return output ?? (await bySdk()).putItem(input);
    },
    async updateItem(input, options = {}) {
      const started = performance.now();
      const output = await succeed(call, 'UpdateItem', input, options);
      if (output) return output;
      const left = options.withinMs && Math.max(1, options.withinMs - (performance.now() - started));
      return (await bySdk()).updateItem(input, left ? { withinMs: left } : {});
    },
  };
}

/** @returns `null` where the call did not come through or was refused */
async function succeed(call: Call, operation: string, input: object, { withinMs = Infinity }: CallOptions) {
  const limitMs = Math.min(TRY_MS, withinMs);
  // A kept connection may have been closed by the other side while the instance was frozen: hence a second try.
  const again = (error: unknown) => (error instanceof TimedOut ? null : call(operation, input, limitMs));
  const answer = await call(operation, input, limitMs)
    .catch(again)
    .catch(() => null);
  if (answer?.output.__type?.endsWith(CONDITION_FAILED)) throw new ConditionalCheckFailed();
  return answer?.status === 200 ? answer.output : null;
}

/** @returns what posts the input of one operation, with connections that are kept */
function createCall({ AWS_REGION: region, AWS_ENDPOINT_URL_DYNAMODB: elsewhere }: ItemClientSettings): Call {
  const endpoint = new URL(elsewhere || `https://dynamodb.${region}.${suffixOf(region)}`);
  const connecting = connect(endpoint);

  return async (operation, input, limitMs) => {
    const { request, agent } = await connecting;
    const body = JSON.stringify(input);
    const headers = { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': `DynamoDB_20120810.${operation}` };
    const signed = aws4.sign({ service: 'dynamodb', region, host: endpoint.host, path: '/', headers, body });
    const sent = request(endpoint, { method: 'POST', headers: signed.headers!, agent }).on('error', () => {});
    const timer = setTimeout(() => sent.destroy(new TimedOut()), limitMs);
    try {
      const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage];
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece as Buffer);
      const output = JSON.parse(Buffer.concat(pieces).toString()) as Answer['output'];
      return { status: response.statusCode!, output };
    } finally {
      clearTimeout(timer);
    }
  };
}

/** `node:http` is for local endpoints alone: importing it has Node load all of its `fetch` as well. */
async function connect({ protocol }: URL) {
  const { Agent, request } = protocol === 'http:' ? await import('node:http') : https;
  return { request, agent: new Agent({ keepAlive: true }) };
}

function suffixOf(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
}

/** In JSON, bytes are Base64 text. @returns the same item, whose bytes are bytes */
function withBytes(item: Item): Item {
  for (const value of Object.values(item) as { B?: unknown }[]) {
    if (typeof value.B === 'string') value.B = Buffer.from(value.B, 'base64');
  }
  return item;
}

/** @returns the same item, whose bytes are Base64 text, as JSON has them */
function withText(item: Item): Record<string, object> {
  const textOf = (value: AttributeValue) => (value.B ? { B: Buffer.from(value.B).toString('base64') } : value);
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, textOf(value)]));
}
