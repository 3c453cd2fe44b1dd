import { type CallOptions, type DynamoDB, ifConditionHolds, type QueryInput, type WriteOptions } from './dynamodb.ts';
import { type Changes, type Conditions, Expressions, type When } from './expressions.ts';

/** A table, and the client that calls it. Stores have these members, and pass themselves. */
export interface Table<Calls extends keyof DynamoDB = keyof DynamoDB> {
  db: Pick<DynamoDB, Calls>;
  /** Name of the table. */
  table: string;
}

/** The table of a store that needs the time. */
export interface Store extends Table {
  /** Returns milliseconds since the epoch. */
  now: () => number;
}

interface ReadOptions {
  /** A strongly consistent read, which costs twice as much. */
  consistent?: boolean;
  /** Names of the attributes to return; default: all. */
  attributes?: readonly string[];
}

interface ConditionalWrite extends WriteOptions {
  /** Default: the write has no condition. */
  when?: When | undefined;
}

type Update = Changes & ConditionalWrite;
type ReturnedValues = 'ALL_OLD' | 'ALL_NEW' | 'UPDATED_OLD';

/** Key of the item after which a page begins; `undefined`: there is no further page. */
export type StartKey = Record<string, unknown> | undefined;

export interface QueryOptions extends ReadOptions {
  index?: string | undefined;
  /** Condition of the items that are returned; reading the others costs the same. */
  filter?: When;
  /** Maximum number of items of a page. */
  limit?: number;
  /** Key of the item after which the query begins. */
  after?: object | null | undefined;
  /** In descending order of the sort keys. */
  descending?: boolean;
}

/** Reads an item. @returns `undefined` if there is none */
export async function getItem<Item>(
  { db, table }: Table<'get'>,
  key: object,
  { consistent = false, attributes, ...options }: ReadOptions & CallOptions = {},
): Promise<Item | undefined> {
  const expressions = new Expressions();
  const projection = projectionOf(attributes, expressions);
  const input = { TableName: table, Key: { ...key }, ConsistentRead: consistent, ...projection };
  return (await db.get({ ...input, ...expressions.placeholders() }, options)).Item as Item | undefined;
}

/** Writes an item. @returns false if the condition did not hold */
export async function putItem(
  { db, table }: Table<'put'>,
  item: object,
  { when, ...options }: ConditionalWrite = {},
): Promise<boolean> {
  const put = db.put({ TableName: table, Item: { ...item }, ...conditionOf(when) }, options);
  return (await ifConditionHolds(put)) !== null;
}

/** Deletes an item; one that does not exist is ignored. @returns false if the condition did not hold */
export async function deleteItem({ db, table }: Table<'delete'>, key: object, when?: When): Promise<boolean> {
  return (await ifConditionHolds(db.delete({ TableName: table, Key: { ...key }, ...conditionOf(when) }))) !== null;
}

/** Changes an item, or creates it. @returns false if the condition did not hold */
export async function updateItem(table: Table<'update'>, key: object, update: Update): Promise<boolean> {
  return (await writeUpdate(table, key, update)) !== null;
}

/**
 * Changes an item, or creates it, and returns its attributes from before or after that.
 *
 * @returns `null` if the condition did not hold
 */
export async function updateAndReturn<Item>(
  table: Table<'update'>,
  key: object,
  update: Update,
  values: ReturnedValues = 'ALL_NEW',
): Promise<Item | null> {
  const written = await writeUpdate(table, key, update, values);
  return written && ((written.Attributes ?? {}) as Item);
}

function writeUpdate({ db, table }: Table<'update'>, key: object, update: Update, values?: ReturnedValues) {
  const { when, repeatable, withinMs, ...changes } = update;
  const expressions = new Expressions();
  const UpdateExpression = expressions.update(changes);
  const input = { TableName: table, Key: { ...key }, UpdateExpression, ...conditionOf(when, expressions) };
  const options = { ...(repeatable && { repeatable }), ...(withinMs !== undefined && { withinMs }) };
  return ifConditionHolds(db.update({ ...input, ...(values && { ReturnValues: values }) }, options));
}

/** Returns the members of a write with its condition, and with the placeholders of all its expressions. */
function conditionOf(when: When | undefined, expressions = new Expressions()) {
  const condition = when && { ConditionExpression: expressions.condition(when) };
  return { ...condition, ...expressions.placeholders() };
}

function projectionOf(attributes: readonly string[] | undefined, { path }: Expressions) {
  return attributes && { ProjectionExpression: attributes.map(path).join(', ') };
}

/** Returns the input of a query of the items whose keys meet conditions. */
export function queryInput({ table }: Pick<Table, 'table'>, key: Conditions, options: QueryOptions = {}): QueryInput {
  const { index, consistent, attributes, filter, limit, after, descending } = options;
  const expressions = new Expressions();
  return {
    TableName: table,
    KeyConditionExpression: expressions.condition(key),
    ...(index !== undefined && { IndexName: index }),
    ...(filter && { FilterExpression: expressions.condition(filter) }),
    ...projectionOf(attributes, expressions),
    ...(consistent && { ConsistentRead: true }),
    ...(limit !== undefined && { Limit: limit }),
    ...(after && { ExclusiveStartKey: { ...after } }),
    ...(descending && { ScanIndexForward: false }),
    ...expressions.placeholders(),
  };
}

/** Reads one page of the items whose keys meet conditions: `limit` items, or 1 MB. */
export async function queryPage<Item>(
  table: Table<'query'>,
  key: Conditions,
  options?: QueryOptions,
): Promise<{ items: Item[]; next: StartKey }> {
  const { Items = [], LastEvaluatedKey: next } = await table.db.query(queryInput(table, key, options));
  return { items: Items as Item[], next };
}

/** Reads the pages of the items whose keys meet conditions, one after the other. */
export async function* queryPages<Item>(table: Table<'query'>, key: Conditions, options: QueryOptions = {}) {
  let after: QueryOptions['after'] = options.after;
  do {
    const { items, next } = await queryPage<Item>(table, key, { ...options, after });
    yield items;
    after = next;
  } while (after);
}

/** Reads all items whose keys meet conditions, in their order. */
export async function queryItems<Item>(
  table: Table<'query'>,
  key: Conditions,
  options?: QueryOptions,
): Promise<Item[]> {
  return (await Array.fromAsync(queryPages<Item>(table, key, options))).flat();
}

/** Counts the items whose keys meet conditions. It costs as much as reading them. */
export async function countItems({ db, table }: Table<'query'>, key: Conditions, options?: QueryOptions) {
  const input = { ...queryInput({ table }, key, options), Select: 'COUNT' as const };
  let total = 0;
  let ExclusiveStartKey: StartKey;
  do {
    const { Count = 0, LastEvaluatedKey } = await db.query({ ...input, ExclusiveStartKey });
    total += Count;
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return total;
}
