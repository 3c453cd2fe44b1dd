import type { WithMiddleware } from './in-process-dynamodb.ts';

/** Output of a read. */
interface Output {
  Item?: object;
  Items?: object[];
  Count?: number;
  Responses?: Record<string, object[]>;
}

/** Items that a client has read since the last reset. */
export interface ItemsRead {
  count(): number;
  /** Size of the items that were returned, as JSON. */
  bytes(): number;
  reset(): void;
}

/** Counts the items that a client reads, also those that a query only counts. */
export function countItemsRead({ middlewareStack }: WithMiddleware): ItemsRead {
  let [count, bytes] = [0, 0];
  middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        if (!/Get|Query|Scan/.test(commandName)) return result;
        const { Item, Items = Item ? [Item] : [], Count, Responses = {} } = result.output as Output;
        const items = [...Items, ...Object.values(Responses).flat()];
        count += Count ?? items.length;
        bytes += JSON.stringify(items).length;
        return result;
      },
    { step: 'initialize' },
  );
  return {
    count: () => count,
    bytes: () => bytes,
    reset: () => void ([count, bytes] = [0, 0]),
  };
}
