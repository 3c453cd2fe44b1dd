import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type AttributeValue, BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { buildOnce, root, runBuild } from '../../../infra/constructs/build-cache.ts';
import { localCredentials, localRegion, startTables } from '../../../infra/local/tables.ts';
import type { Template } from '../../../infra/local/template/cloudformation.ts';
import { readServiceModel, type ServiceModel } from '../../../infra/local/template/service-model.ts';

/** DynamoDB's limit of items in one batch. */
const BATCH = 25;

export type Item = Record<string, AttributeValue>;

/** The settings of a stock's templates. They must not change: another stack or stage name means another stack. */
export const stockSettings: Record<string, Record<string, unknown>> = {
  nothing: {},
  everything: {
    alarmEmail: 'operator@example.com',
    wafRequestsPer5Minutes: 300,
    domainName: 'metrics.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000',
    hostedZoneId: 'Z0123456789ABCDEFGHIJ',
    signInDomainPrefix: 'metrics-sign-in',
    backOfficeUrl: 'https://metrics.example.com/back-office/',
    forumUpstreamUrl: 'https://forum.example.com',
    accountLogRole: false,
  },
};

/** Data of a released version: its templates, its functions, and a database that they have filled. */
export interface Stock {
  /** Its template with these settings, as `cdk synth` wrote it. */
  template(settings: keyof typeof stockSettings): Template;
  /** Its service with default settings, as the runner reads it; the functions' code is in the folder of `bundles`. */
  model: ServiceModel;
  /** All items of a table. @param table by its name in the code, such as `DomainCache` */
  items(table: string): Item[];
  /** Messages of its queue, one of each kind. */
  messages: Record<string, unknown>[];
  /** The folder with the bundles of those of its functions that have tables, and of its stores. */
  bundles(): string;
  /** Puts all items into the tables of an embedded database. @param change applied to each item first */
  load(endpoint: string, change?: (item: Item, table: string) => Item): Promise<void>;
  /** A copy of its runner's data folder. */
  dataDir(): Promise<string>;
}

/** Path of a file of a version's stock. */
export const stockFile = (version: string, name: string) => join(root, 'test/fixtures/stock', version, name);

/** A table's name in the code, from its logical id. */
export const tableNameOf = (logicalId: string) => /^Tables(\w+)[0-9A-F]{8}$/.exec(logicalId)![1]!;

/** One item per line, in order; binary values in base64. */
export function itemLines(items: Item[]): string {
  const inBase64 = (_: string, value: unknown) => {
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  };
  return linesOf(items.map((item) => JSON.stringify(item, inBase64)).sort());
}

export const linesOf = (lines: string[]) => lines.map((line) => `${line}\n`).join('');

/** @param version a folder of `test/fixtures/stock` */
export function openStock(version: string): Stock {
  const read = (name: string) => readFileSync(stockFile(version, name));
  const readLines = (name: string) => read(name).toString().trimEnd().split('\n');
  const template: Stock['template'] = (settings) =>
    JSON.parse(read(`${settings}.template.json`).toString()) as Template;
  const model = readServiceModel(template('nothing'), '');

  const items = (table: string) => readLines(`${table}.ndjson`).map((line) => JSON.parse(line, fromBase64) as Item);

  async function load(endpoint: string, change = (item: Item, _table: string) => item) {
    const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
    for (const { name } of model.tables) {
      const puts = items(tableNameOf(name)).map((item) => ({ PutRequest: { Item: change(item, tableNameOf(name)) } }));
      for (let start = 0; start < puts.length; start += BATCH) {
        const RequestItems = { [name]: puts.slice(start, start + BATCH) };
        await client.send(new BatchWriteItemCommand({ RequestItems }));
      }
    }
    client.destroy();
  }

  return {
    template,
    model,
    items,
    messages: readLines('messages.ndjson').map((line) => JSON.parse(line) as Record<string, unknown>),
    bundles: () => bundle(version),
    load,
    async dataDir() {
      const dir = mkdtempSync(join(tmpdir(), 'stock-'));
      const { endpoint, close } = await startTables(model.tables, { dataDir: join(dir, 'dynamodb') });
      await load(endpoint);
      await close();
      for (const file of ['api-keys.json', 'operator.json']) cpSync(stockFile(version, file), join(dir, file));
      return dir;
    },
  };
}

function fromBase64(name: string, value: unknown): unknown {
  return name === 'B' ? Buffer.from(value as string, 'base64') : value;
}

const bundler = join(root, 'infra/constructs/build-functions.ts');

/** Bundles the functions as for their deployment, with the packages of the current lock file. */
function bundle(version: string): string {
  const archive = stockFile(version, 'functions.json.br');
  const built = buildOnce('stock', [archive, bundler], (outputDir) => {
    const sources = JSON.parse(brotliDecompressSync(readFileSync(archive)).toString()) as Record<string, string>;
    for (const [path, text] of Object.entries(sources)) {
      const file = join(outputDir, 'functions', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    mkdirSync(join(outputDir, 'bundles'));
    runBuild(bundler, join(outputDir, 'bundles'), join(outputDir, 'functions'));
  });
  return join(built, 'bundles');
}
