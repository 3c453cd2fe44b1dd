import { Readable } from 'node:stream';
import db, { type Item, type KeyRange, type Store, type Table } from 'dynalite/db/index.js';

/** An index entry as it was before a change; `item` is `null` when the entry did not exist. */
interface Before {
  changedAt: number;
  /** Table and index. */
  index: string;
  key: string;
  item: Item | null;
}

/** Stores the recent changes of indexes. */
export interface IndexLag {
  record(changes: Omit<Before, 'changedAt'>[]): void;
  /** @returns entries, by key, as they were before changes that readers do not see yet */
  previous(index: string): Map<string, Item | null>;
}

/**
 * "Changes to the table data are propagated to the global secondary indexes within a fraction of a second, under normal
 * conditions." "Your applications need to anticipate and handle situations where a query on a global secondary index
 * returns results that are not up to date." (DynamoDB Developer Guide, Using global secondary indexes.)
 *
 * Queries and scans of an index see it as it was `lagMs` ago, page by page. In AWS the lag varies, also between the
 * entries of an index; here it is constant. Reads of the table itself are not changed.
 *
 * @param lagMs with 0 each change is visible immediately
 */
export function createIndexLag(lagMs: number, now: () => number = Date.now): IndexLag {
  let recent: Before[] = [];
  const forget = () => (recent = recent.filter(({ changedAt }) => changedAt > now() - lagMs));
  return {
    record(changes) {
      forget();
      if (lagMs > 0) recent.push(...changes.map((change) => ({ ...change, changedAt: now() })));
    },
    previous(index) {
      const changes = forget().filter((change) => change.index === index);
      // Reversed, so that the first change of an entry overwrites later ones.
      return new Map(changes.toReversed().map(({ key, item }) => [key, item]));
    },
  };
}

// The embedded database calls both through its module object, with the options that its store was created with.
const { queryTable, updateIndexes } = db;

db.updateIndexes = (store, table, before, after, done) => {
  lagOf(store)?.record(changesOf(table, before, after));
  updateIndexes(store, table, before, after, done);
};

db.queryTable = (store, table, query, range, isLocal, ...rest) => {
  const previous = lagOf(store)?.previous(nameOf(table, query.IndexName ?? ''));
  const readFrom = previous?.size ? asBefore(store, table, query.IndexName!, previous) : store;
  queryTable(readFrom, table, query, range, isLocal, ...rest);
};

const lagOf = ({ options }: Store) => options.indexLag as IndexLag | undefined;
const nameOf = ({ TableName }: Table, index: string) => `${TableName}/${index}`;

/** The changes in the table's global indexes that a change of an item causes. */
function changesOf(table: Table, before: Item | null | undefined, after: Item | null | undefined) {
  const indexes = table.GlobalSecondaryIndexes ?? [];
  const old = before ? db.getIndexActions(indexes, null, before, table).puts : [];
  const { puts, deletes } = db.getIndexActions(indexes, before, after, table);
  return [...puts, ...deletes].map(({ index, key }) => {
    const item = old.find((entry) => entry.index === index && entry.key === key)?.item;
    return { index: nameOf(table, index), key, item: item ? stored(item) : null };
  });
}

/** An entry as it is read from the disk: without projected attributes that the item does not have. */
function stored(item: Item): Item {
  return JSON.parse(JSON.stringify(item)) as Item;
}

/** The store, with some entries of an index replaced by their previous versions. */
function asBefore(store: Store, table: Table, indexName: string, previous: Map<string, Item | null>): Store {
  const keySchema = table.GlobalSecondaryIndexes!.find(({ IndexName }) => IndexName === indexName)!.KeySchema;
  const keyOf = (item: Item) => db.createIndexKey(item, table, keySchema);

  async function* values(range: KeyRange) {
    const entries = [...previous].filter(([key, item]) => item && isWithin(key, range)) as [string, Item][];
    const present = store.getIndexDb('global', table.TableName, indexName).createValueStream({ ...range, limit: -1 });
    for await (const item of present as AsyncIterable<Item>) {
      const key = keyOf(item);
      if (!previous.has(key)) entries.push([key, item]);
    }
    const ordered = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
    if (range.reverse) ordered.reverse();
    for (const [, item] of ordered.slice(0, range.limit < 0 ? undefined : range.limit)) yield item;
  }
  return { ...store, getIndexDb: () => ({ createValueStream: (range) => Readable.from(values(range)) }) };
}

function isWithin(key: string, { gt, gte, lt, lte }: KeyRange): boolean {
  return !(
    (gt !== undefined && key <= gt) ||
    (gte !== undefined && key < gte) ||
    (lt !== undefined && key >= lt) ||
    (lte !== undefined && key > lte)
  );
}
