import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyResult, SQSBatchResponse } from 'aws-lambda';
import { answerAwsCalls } from '../../../infra/local/aws/aws-json.ts';
import { ssmOperations } from '../../../infra/local/aws/ssm.ts';
import { createFunctionHost, type FunctionHost, type HostOptions } from '../../../infra/local/lambda/function-host.ts';
import { templateContext } from '../../../infra/local/runner.ts';
import { readRunnerSettings } from '../../../infra/local/settings.ts';
import { localCredentials, localRegion, startTables } from '../../../infra/local/tables.ts';
import type { FunctionModel } from '../../../infra/local/template/service-model.ts';
import { synthesizeOnce } from '../../../infra/local/template/synthesize-once.ts';
import { type Providers, startProviders } from '../../../infra/sandbox/providers/providers.ts';
import { startSandbox } from '../../../infra/sandbox/sandbox.ts';
import { apiEvent } from '../api-event.ts';
import type { Item, Stock } from './stock.ts';
import * as presentStores from './stores.ts';

export type Task = Record<string, unknown>;
type Stores = typeof presentStores;

/** The functions and stores of one version. */
export interface Version {
  /** Calls the function of an endpoint. @param path such as `seo-query?domain=shop.example` */
  get(path: string): Promise<{ status: number; body: string }>;
  /** The same. @returns `data` of the response. @throws when it is not a success */
  data<Data>(path: string): Promise<Data>;
  /** Passes messages to the worker in one batch. @throws when it did not process all of them */
  work(tasks: Task[]): Promise<void>;
  stores: Stores;
  close(): Promise<void>;
}

export interface Versions {
  released: Version;
  present: Version;
  client: DynamoDBClient;
  providers: Providers;
  /** Removes and returns the messages sent since the last call; they are not delivered otherwise. */
  takeMessages(): Task[];
  close(): Promise<void>;
}

/**
 * Runs the functions of a released version and the current ones with the same tables, filled with the version's stock,
 * and the same providers, as during an update and after its rollback.
 *
 * @param change applied to each item before it is stored
 */
export async function startVersions(stock: Stock, change?: (item: Item, table: string) => Item): Promise<Versions> {
  const { model } = synthesizeOnce(templateContext(readRunnerSettings([])));
  const [sandbox, providers, tables] = await Promise.all([
    startSandbox(() => true),
    startProviders(),
    startTables(model.tables),
  ]);
  await stock.load(tables.endpoint, change);
  const client = new DynamoDBClient({ endpoint: tables.endpoint, region: localRegion, credentials: localCredentials });
  const aws = await startAws(providers.keys);
  const options: HostOptions = {
    environment: {
      AWS_REGION: localRegion,
      AWS_ENDPOINT_URL: aws.url,
      AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint,
      RESOLVE_OVERRIDES: sandbox.resolve,
      RESOLVE_DNS_SERVERS: sandbox.dnsServer,
      ...providers.urls,
    },
    extraCa: [sandbox.ca],
    quiet: true,
  };
  const bundles = stock.bundles();
  const functions = stock.model.functions.map((fn) => ({ ...fn, codeDir: join(bundles, fn.name) }));
  const stores = (await import(join(bundles, 'stores/handler.mjs'))) as Stores;
  const released = runVersion(functions, stores, options);
  const present = runVersion(model.functions, presentStores, options);

  return {
    released,
    present,
    client,
    providers,
    takeMessages: () => aws.takeMessages(),
    async close() {
      await Promise.all([released.close(), present.close()]);
      client.destroy();
      aws.close();
      await Promise.all([sandbox.close(), providers.close(), tables.close()]);
    },
  };
}

function runVersion(models: FunctionModel[], stores: Stores, options: HostOptions): Version {
  const hosts = new Map<string, FunctionHost>();
  function invoke(name: string, event: object): Promise<unknown> {
    const host =
      hosts.get(name) ??
      createFunctionHost(
        models.find((model) => model.name === name)!,
        options,
      );
    hosts.set(name, host);
    return host.invoke(event);
  }

  async function get(path: string) {
    const [name = '', parameters = ''] = path.split('?');
    const { statusCode, body } = (await invoke(name, apiEvent(parameters))) as APIGatewayProxyResult;
    return { status: statusCode, body };
  }

  return {
    stores,
    get,
    async data<Data>(path: string) {
      const { status, body } = await get(path);
      if (status !== 200) throw new Error(`${status} to ${path}: ${body}`);
      return (JSON.parse(body) as { data: Data }).data;
    },
    async work(tasks) {
      const Records = tasks.map((task, index) => ({ messageId: String(index), body: JSON.stringify(task) }));
      const { batchItemFailures } = (await invoke('snapshot-worker', { Records })) as SQSBatchResponse;
      const failed = batchItemFailures.map(({ itemIdentifier }) => Records[Number(itemIdentifier)]!.body);
      if (failed.length > 0) throw new Error(`Not worked off: ${failed.join(', ')}`);
    },
    close: async () => void (await Promise.all([...hosts.values()].map((host) => host.close()))),
  };
}

/** Answers the AWS calls of functions other than those to tables, and stores the messages that they send. */
async function startAws(keys: Providers['keys']) {
  let messages: Task[] = [];
  const accept = ({ MessageBody }: { MessageBody: string }) => {
    messages.push(JSON.parse(MessageBody) as Task);
    return { MessageId: 'accepted', MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
  };
  // Templates of releases have the stack's default name.
  const parameters = ['local', 'search-metrics'].flatMap((stack) =>
    Object.entries(keys).map(([name, key]) => [`/${stack}/sources/${name}`, key] as const),
  );
  const operations = { 'AmazonSQS.SendMessage': accept, ...ssmOperations(Object.fromEntries(parameters)) };
  const server = createServer(answerAwsCalls(operations)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeMessages() {
      const taken = messages;
      messages = [];
      return taken;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
