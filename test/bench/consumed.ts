import type { WithMiddleware } from '../support/in-process-dynamodb.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONDITION_FAILED } from '../../functions/core/platform/dynamodb/dynamodb.ts';

export interface ReadUnits {
  /** Capacity units that reads have consumed since the last reset. */
  units(): number;
  reset(): void;
}

/** Makes a client request the consumed capacity of its calls, and sums that of its reads. */
export function countReads(client: WithMiddleware): ReadUnits {
  const calls = recordCalls(client);
  return {
    units: () => calls.reduce((sum, { readUnits }) => sum + readUnits, 0),
    reset: () => void (calls.length = 0),
  };
}

/** A call of DynamoDB. */
export interface DatabaseCall {
  table: string;
  /** The value of the key's member `id`, if there is one. */
  id: string | undefined;
  /** Number of items to write; 0 for a read. */
  writes: number;
  /** Capacity units that it has consumed. */
  readUnits: number;
  writeUnits: number;
}

/**
 * Makes a client request the consumed capacity of its calls.
 *
 * @param latencyMs added to each call
 * @returns the calls so far; later calls are added
 */
export function recordCalls({ middlewareStack }: WithMiddleware, latencyMs = 0): DatabaseCall[] {
  const calls: DatabaseCall[] = [];
  middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const call = callOf(commandName, args.input);
        if (latencyMs > 0) await sleep(latencyMs);
        try {
          const result = await next(args);
          const { ConsumedCapacity: consumed } = result.output as { ConsumedCapacity?: Consumed | Consumed[] };
          for (const { CapacityUnits: units = 0 } of [consumed ?? []].flat()) {
            call[call.writes > 0 ? 'writeUnits' : 'readUnits'] += units;
          }
          calls.push(call);
          return result;
        } catch (error) {
          // A write whose condition fails consumes capacity too.
          if ((error as Error).name === CONDITION_FAILED) calls.push({ ...call, writeUnits: 1 });
          throw error;
        }
      },
    { step: 'initialize' },
  );
  return calls;
}

interface Consumed {
  CapacityUnits?: number;
}

/** Members of the inputs of calls. */
interface Input {
  TableName?: string;
  /** Item of a `PutItem`. */
  Item?: { id?: Text };
  Key?: { id?: Text };
  RequestItems?: Record<string, unknown>;
}

type Text = string | { S: string };

function callOf(commandName: string, { TableName, Item, Key, RequestItems = {} }: Input): DatabaseCall {
  const [[list, requests] = ['', {}]] = Object.entries(RequestItems);
  const id = (Item ?? Key)?.id;
  const isRead = /Get|Query|Scan/.test(commandName);
  return {
    table: TableName ?? list,
    id: typeof id === 'string' ? id : id?.S,
    writes: isRead ? 0 : Array.isArray(requests) ? requests.length : 1,
    readUnits: 0,
    writeUnits: 0,
  };
}
