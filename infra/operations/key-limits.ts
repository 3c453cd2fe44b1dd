import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import { allowanceOfOwner } from '../../functions/core/accounts/allowances.ts';
import type { GatewayKey } from '../../functions/core/accounts/gateway-keys.ts';
import { createKeyCopies } from '../../functions/core/accounts/key-holders.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { createWatches } from '../../functions/core/watches/store/watches.ts';
import { deployedAllowances } from './deployed-settings.ts';
import { deployedResources, toolClient } from './deployed-stack.ts';
import { explainError, type Place, placeOf } from './place.ts';

/** Returns what to print of changed limits, and whether they apply everywhere. */
export interface Applied {
  note: string;
  isComplete: boolean;
}

/**
 * Makes changed limits of an owner apply everywhere: functions read the keys again instead of using copies that are up to
 * two hours old, and the watches get the allowances.
 *
 * @param keys all keys of the owner, at least one
 * @param dataDir of the runner
 */
export async function applyLimits(keys: GatewayKey[], place: Place, dataDir: string): Promise<Applied> {
  const { stackName, client } = placeOf(place, dataDir);
  const config = { ...toolClient, ...client };
  const dynamodb = new DynamoDBClient(config);
  const db = createSdkDynamoDB(dynamodb);
  const tables = place.localPort === null ? tablesOfStack(stackName) : tablesOfRunner(dynamodb);

  async function expireCopies() {
    const copies = createKeyCopies(db, (await tables)('Coordination'), Date.now);
    await Promise.all(keys.map(({ id }) => copies.expire(id)));
  }

  async function changeWatches() {
    const [tableOf, plans] = await Promise.all([tables, deployedAllowances(stackName, config)]);
    const holders = keys.map((key) => ({ ...key, ...key.allowances }));
    await createWatches(db, tableOf('Watches'), Date.now).setLimits(keys[0]!.owner, allowanceOfOwner(holders, plans));
  }

  const problems = await Promise.all([
    problemOf(expireCopies(), 'Requests are limited by the old values for up to two hours'),
    problemOf(changeWatches(), 'The watches of the owner keep the old values'),
  ]);
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) return { note: `${found.join('\n')}\nRun the command again.`, isComplete: false };
  return {
    note:
      `It applies from now on (${new Date().toISOString()}), everywhere within a minute: to requests with each key, and ` +
      `to the watches of the owner. Batches and crawls in progress keep what was counted for them.`,
    isComplete: true,
  };
}

/** @returns `null` if the work succeeds */
const problemOf = (work: Promise<void>, otherwise: string): Promise<string | null> =>
  work.then(
    () => null,
    (error: Error) => `${otherwise}: ${explainError(error)}`,
  );

/** Returns the name of a table by that of its construct. @throws if there is none */
type TableOf = (construct: string) => string;

/** Names of the stack's own tables: those of an earlier stack of the name, which were retained, begin in the same way. */
async function tablesOfStack(stackName: string): Promise<TableOf> {
  const resources = await deployedResources(stackName);
  return finder(
    resources.map(({ LogicalResourceId, PhysicalResourceId }) => [LogicalResourceId!, PhysicalResourceId!]),
  );
}

/** The names of the runner's tables are their ids in the template. */
async function tablesOfRunner(client: DynamoDBClient): Promise<TableOf> {
  const names: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) names.push(...TableNames);
  return finder(names.map((name) => [name, name]));
}

function finder(names: [id: string, name: string][]): TableOf {
  return (construct) => {
    const found = names.find(([id]) => id.startsWith(`Tables${construct}`));
    if (!found) throw new Error(`there is no table ${construct}`);
    return found[1];
  };
}
