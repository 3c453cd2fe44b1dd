import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import {
  createGatewayKeys,
  type GatewayKey,
  type GatewayKeys,
  type NewGatewayKey,
} from '../../functions/core/accounts/gateway-keys.ts';
import { createKeyCopies } from '../../functions/core/accounts/key-holders.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { dayOf } from '../../functions/core/platform/time/day.ts';
import { explainAwsError, textTable } from './command-line.ts';
import { toolClient } from './deployed-stack.ts';
import { createGatewayClient } from '../../functions/core/accounts/control-plane.ts';
import type { AllowanceEdit } from '../../functions/core/accounts/key-tags.ts';
import { type Place, placeOf } from './place.ts';

/** The argument of each action. */
export const SUBJECTS = {
  create: 'name',
  list: null,
  disable: 'id',
  enable: 'id',
  move: 'id',
  rotate: 'id',
  allow: 'owner',
  delete: 'id',
  usage: 'id',
} as const;

export type Action = keyof typeof SUBJECTS;

export interface Command extends Place {
  action: Action;
  /** Name, id or owner; empty for `list`. */
  subject: string;
  plan?: string;
  note?: string;
  owner?: string;
  /** Of `create`: ISO 8601 time in UTC. */
  expires?: string;
  /** Of `rotate`: whether the old key is disabled at once. */
  disable: boolean;
  /** Of `rotate`: hours after which the old key is disabled. */
  overlap?: number | undefined;
  allowances: AllowanceEdit;
  from?: string;
  to?: string;
  json: boolean;
}

/**
 * Returns the keys of a stack, or of the runner.
 *
 * @param dataDir of the runner, which writes its credentials there
 * @throws if the runner's credentials cannot be read
 */
export function keyStoreOf(place: Place, dataDir: string): GatewayKeys {
  const { stackName, client } = placeOf(place, dataDir);
  return createGatewayKeys(createGatewayClient(client), stackName);
}

/**
 * Makes the functions of a stack, or of the runner, read keys again with their next request. They use copies, which are up to two hours old.
 *
 * @throws AWS's error
 */
export async function expireCopies(place: Place, dataDir: string, keyIds: string[]): Promise<void> {
  const { tables, client } = placeOf(place, dataDir);
  const dynamodb = new DynamoDBClient({ ...toolClient, ...client });
  for await (const { TableNames = [] } of paginateListTables({ client: dynamodb }, {})) {
    const table = TableNames.find((name) => name.startsWith(`${tables}Coordination`));
    if (!table) continue;
    const copies = createKeyCopies(createSdkDynamoDB(dynamodb), table);
    await Promise.all(keyIds.map((id) => copies.expire(id)));
    return;
  }
  throw new Error(`there is no table ${tables}Coordination…`);
}

/** What a command prints. */
interface Printed {
  output: string;
  /** For people, beside the output; `null`: nothing. */
  note: string | null;
}

/** Performs a command. */
export async function perform(command: Command, dataDir: string, now: number): Promise<Printed> {
  const { result, text, changed } = await runAction(command, keyStoreOf(command, dataDir), now);
  const output = command.json ? JSON.stringify(result, null, 2) : text;
  return { output, note: changed ? await noteOf(expireCopies(command, dataDir, changed)) : null };
}

/** @returns when a change of keys applies */
function noteOf(expired: Promise<void>): Promise<string> {
  return expired.then(
    () => 'It applies to the next request with each key.',
    (error: Error) =>
      `It applies within two hours: the functions' copies were not expired (${explainAwsError(error)}).`,
  );
}

const HOUR_MS = 3_600_000;

interface Outcome {
  result: object;
  text: string;
  /** Ids of keys whose holders have changed. */
  changed?: string[];
}

async function runAction(command: Command, keys: GatewayKeys, now: number): Promise<Outcome> {
  const { action, subject, plan = '', note = '', owner, expires, disable, overlap, allowances } = command;
  switch (action) {
    case 'create':
      return createdOutcome(await keys.create({ name: subject, plan, note, owner, expiresAt: expires }));
    case 'rotate':
      return createdOutcome(
        await keys.replace(subject, { disable, oldExpiresAt: overlap === undefined ? null : endOf(overlap, now) }),
      );
    case 'allow': {
      const allowed = await keys.allow(subject, allowances);
      return { result: allowed, text: keyTable(allowed), changed: allowed.map(({ id }) => id) };
    }
    case 'list': {
      const all = await keys.list();
      return { result: all, text: all.length > 0 ? keyTable(all) : 'There are no keys.' };
    }
    case 'disable':
    case 'enable':
      return changedOutcome(await keys.change(subject, { enabled: action === 'enable' }));
    case 'move':
      return { ...changedOutcome(await keys.change(subject, { plan })), changed: [subject] };
    case 'delete':
      await keys.delete(subject);
      return { result: { deleted: subject }, text: `Deleted ${subject}` };
    case 'usage':
      return usage(command, keys, now);
  }
}

/** @returns ISO 8601 time */
const endOf = (hours: number, now: number) => new Date(now + hours * HOUR_MS).toISOString();

function createdOutcome(key: NewGatewayKey): Outcome {
  return { result: key, text: `${keyTable([key])}\n\nValue, shown once: ${key.value}` };
}

function changedOutcome(key: GatewayKey): Outcome {
  return { result: key, text: keyTable([key]) };
}

async function usage({ subject, from, to }: Command, keys: GatewayKeys, now: number): Promise<Outcome> {
  const last = to ?? dayOf(now);
  const { plan, days } = await keys.usage(subject, { from: from ?? `${last.slice(0, 7)}-01`, to: last });
  const rows = days.map(({ date, used, remaining }) => [date, String(used), String(remaining ?? '')]);
  const quota = plan ? `Plan ${plan.name}, ${plan.monthlyQuota} requests a month` : 'The key is on no plan.';
  return {
    result: { plan: plan?.name ?? null, monthlyQuota: plan?.monthlyQuota ?? null, days },
    text: [quota, ...(rows.length > 0 ? [textTable(['date', 'used', 'remaining'], rows)] : [])].join('\n\n'),
  };
}

function keyTable(keys: GatewayKey[]): string {
  const rows = keys.map(({ id, name, plan, enabled, owner, allowances, createdAt, endsWith, expiresAt, note }) => [
    ...[id, name, plan ?? 'none', enabled ? 'enabled' : 'disabled', owner],
    ...[limitText(allowances.domainsPerDay), limitText(allowances.pagesPerDay)],
    ...[endsWith ?? '', createdAt.slice(0, 10), expiresAt ?? 'never', note],
  ]);
  const heads = ['id', 'name', 'plan', 'state', 'owner', 'domains', 'pages', 'ends', 'created', 'expires', 'note'];
  return textTable(heads, rows);
}

/** An allowance a day; API Gateway does not know those of the plans. */
const limitText = (own: number | null) => (own === null ? 'plan' : String(own));
