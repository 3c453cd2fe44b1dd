import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export interface ReadUnits {
  /** Capacity units that reads have consumed since the last reset. */
  units(): number;
  reset(): void;
}

/** Has a client ask what its calls consume, and adds up what its reads do. */
export function countReads(documents: DynamoDBDocumentClient): ReadUnits {
  let units = 0;
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const result = await next(args);
        const { ConsumedCapacity: consumed } = result.output as { ConsumedCapacity?: Consumed | Consumed[] };
        if (/Query|Get/.test(commandName!))
          for (const { CapacityUnits = 0 } of [consumed ?? []].flat()) units += CapacityUnits;
        return result;
      },
    { step: 'initialize' },
  );
  return { units: () => units, reset: () => void (units = 0) };
}

interface Consumed {
  CapacityUnits?: number;
}
