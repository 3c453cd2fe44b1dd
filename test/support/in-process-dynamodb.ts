import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import batchGetItem from 'dynalite/actions/batchGetItem.js';
import batchWriteItem from 'dynalite/actions/batchWriteItem.js';
import createTable from 'dynalite/actions/createTable.js';
import deleteItem from 'dynalite/actions/deleteItem.js';
import describeTable from 'dynalite/actions/describeTable.js';
import getItem from 'dynalite/actions/getItem.js';
import putItem from 'dynalite/actions/putItem.js';
import query from 'dynalite/actions/query.js';
import updateItem from 'dynalite/actions/updateItem.js';
import type { Level, Store } from 'dynalite/db/index.js';
import batchGetInput from 'dynalite/validations/batchGetItem.js';
import batchWriteInput from 'dynalite/validations/batchWriteItem.js';
import createTableInput from 'dynalite/validations/createTable.js';
import deleteInput from 'dynalite/validations/deleteItem.js';
import describeTableInput from 'dynalite/validations/describeTable.js';
import getInput from 'dynalite/validations/getItem.js';
import validations from 'dynalite/validations/index.js';
import putInput from 'dynalite/validations/putItem.js';
import queryInput from 'dynalite/validations/query.js';
import updateInput from 'dynalite/validations/updateItem.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DynamoDB } from '../../functions/core/platform/dynamodb/dynamodb.ts';
import { createTableInput as inputOf } from '../../infra/local/aws/dynamodb.ts';
import type { TableModel } from '../../infra/local/template/service-model.ts';

type Members = Record<string, unknown>;
type Handler = (args: { input: object }) => Promise<{ output: object }>;
type Middleware = (next: Handler, context: { commandName: string }) => Handler;
type Added = { handle: Middleware; name: string | undefined };

/** Middleware of all calls, with inputs and outputs: what tests use of that of the SDK's client, which fits as well. */
export interface WithMiddleware {
  middlewareStack: {
    /** The first one that was added is called first, but those with a high priority before. */
    add(middleware: Middleware, options: { step: 'initialize'; name?: string; priority?: 'high' }): void;
    remove(name: string): unknown;
  };
}

type Action = typeof getItem;
type Validation = typeof getInput;

/** Members of inputs and outputs that are an item or a list of items; `Responses` and `RequestItems` have them by table. */
const ITEMS = new Set([
  ...['Item', 'Items', 'Key', 'Keys', 'Attributes'],
  ...['ExpressionAttributeValues', 'ExclusiveStartKey', 'LastEvaluatedKey'],
]);

/**
 * Returns the interface of the stores over the embedded database, without HTTP and the SDK's client, which take more
 * processor time than the database. Inputs are checked and values converted as between the SDK and the service.
 */
export function inProcessDynamoDB(store: Store): DynamoDB & WithMiddleware {
  const middleware: Added[] = [];
  const callOf =
    (commandName: string, action: Action, validation: Validation) =>
    async <Result>(input: object): Promise<Result> => {
      const last: Handler = async (args) => {
        const output = await call(store, action, validation, eachItem(args.input as Members, toService));
        return { output: eachItem(output as Members, fromService) };
      };
      const first = middleware.reduceRight((next, { handle }) => handle(next, { commandName }), last);
      return (await first({ input: { ...input } })).output as Result;
    };
  return {
    get: callOf('GetItemCommand', getItem, getInput),
    query: callOf('QueryCommand', query, queryInput),
    put: callOf('PutItemCommand', putItem, putInput),
    update: callOf('UpdateItemCommand', updateItem, updateInput),
    delete: callOf('DeleteItemCommand', deleteItem, deleteInput),
    batchGet: callOf('BatchGetItemCommand', batchGetItem, batchGetInput),
    batchWrite: callOf('BatchWriteItemCommand', batchWriteItem, batchWriteInput),
    middlewareStack: {
      add: (handle, { name, priority }) => {
        if (priority === 'high') middleware.unshift({ handle, name });
        else middleware.push({ handle, name });
      },
      remove: (name) => {
        const index = middleware.findIndex((added) => added.name === name);
        if (index >= 0) middleware.splice(index, 1);
      },
    },
  };
}

/** Creates tables, and waits until they accept writes. */
export async function createTablesOf(store: Store, tables: TableModel[]): Promise<void> {
  for (const table of tables) await call(store, createTable, createTableInput, inputOf(table));
  for (const { name: TableName } of tables) {
    while (!(await isActive(store, TableName))) await nextTurn();
  }
}

async function isActive(store: Store, TableName: string): Promise<boolean> {
  const output = await call(store, describeTable, describeTableInput, { TableName });
  return (output as { Table: { TableStatus: string } }).Table.TableStatus === 'ACTIVE';
}

async function call(store: Store, action: Action, { types, custom }: Validation, input: object): Promise<object> {
  try {
    const checked = validations.checkTypes(input, types);
    validations.checkValidations(checked, types, custom, store);
    return await new Promise((resolve, reject) => {
      action(store, checked, (error, output) => (error ? reject(error) : resolve(output)));
    });
  } catch (error) {
    throw asException(error as Error & { body?: { __type: string; message: string } });
  }
}

/** Returns the SDK's exception for an error of the service. */
function asException(error: Error & { body?: { __type: string; message: string } }): Error {
  if (!error.body) return error;
  const { __type: type, message } = error.body;
  return Object.assign(new Error(message), { name: type.slice(type.indexOf('#') + 1), $fault: 'client' });
}

/** Converts the items of an input or output, at any depth of its members. */
function eachItem(members: Members, convert: (item: Members) => unknown): Members {
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    known.map(([name, value]) => [name, ITEMS.has(name) ? mapItems(value, convert) : inside(name, value, convert)]),
  );
}

const mapItems = (value: unknown, convert: (item: Members) => unknown) =>
  Array.isArray(value) ? value.map(convert) : convert(value as Members);

function inside(name: string, value: unknown, convert: (item: Members) => unknown): unknown {
  if (name === 'Responses') {
    const tables = Object.entries(value as Record<string, Members[]>);
    return Object.fromEntries(tables.map(([table, items]) => [table, items.map(convert)]));
  }
  if (Array.isArray(value)) return value.map((each) => inside('', each, convert));
  return typeof value === 'object' && value !== null ? eachItem(value as Members, convert) : value;
}

const toService = (item: Members) => wire(marshall(item, { removeUndefinedValues: true }));

/** Returns a copy with bytes as base64. */
function wire(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(wire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wire(member)]));
}

const fromService = (item: Members) => unmarshall(unwire(item) as Parameters<typeof unmarshall>[0]);

/** Returns an item with bytes in place of base64. */
function unwire(item: Members): Members {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, unwireValue(value as Members)]));
}

/** @param value an attribute value: an object with one member, which is named after its type */
function unwireValue(value: Members): Members {
  const [[type, content]] = Object.entries(value) as [[string, unknown]];
  if (type === 'B') return { B: bytesOf(content as string) };
  if (type === 'BS') return { BS: (content as string[]).map(bytesOf) };
  if (type === 'L') return { L: (content as Members[]).map(unwireValue) };
  if (type === 'M') return { M: unwire(content as Members) };
  return value;
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

/** The content of a database, tables included. */
export type Snapshot = [key: string, value: unknown][];

export const takeSnapshot = (db: Level): Promise<Snapshot> => db.iterator().all();

/** Replaces the content of a database. */
export async function restoreSnapshot(db: Level, snapshot: Snapshot): Promise<void> {
  await db.clear();
  await db.batch(snapshot.map(([key, value]) => ({ type: 'put', key, value })));
}
