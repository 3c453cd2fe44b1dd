import {
  createGatewayKeys,
  type GatewayKey,
  type GatewayKeys,
  type NewGatewayKey,
} from '../../functions/core/accounts/gateway-keys.ts';
import { dayOf } from '../../functions/core/platform/time/day.ts';
import { textTable } from './command-line.ts';
import { createGatewayClient } from '../../functions/core/accounts/control-plane.ts';
import type { AllowanceEdit } from '../../functions/core/accounts/key-tags.ts';
import { applyLimits } from './key-limits.ts';
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

/** What a command prints. */
interface Printed {
  output: string;
  /** For people, beside the output; `null`: nothing. */
  note: string | null;
  /** Whether a change applies everywhere. */
  isComplete: boolean;
}

/** Performs a command. */
export async function perform(command: Command, dataDir: string, now: number): Promise<Printed> {
  const { result, text, changed } = await runAction(command, keyStoreOf(command, dataDir), now);
  const output = command.json ? JSON.stringify(result, null, 2) : text;
  return { output, ...(changed ? await applyLimits(changed, command, dataDir) : { note: null, isComplete: true }) };
}

const HOUR_MS = 3_600_000;

interface Outcome {
  result: object;
  text: string;
  /** All keys of an owner whose limits have changed. */
  changed?: GatewayKey[];
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
      return { result: allowed, text: keyTable(allowed), changed: allowed };
    }
    case 'list': {
      const all = await keys.list();
      return { result: all, text: all.length > 0 ? keyTable(all) : 'There are no keys.' };
    }
    case 'disable':
    case 'enable':
      return changedOutcome(await keys.change(subject, { enabled: action === 'enable' }));
    case 'move': {
      const moved = await keys.change(subject, { plan });
      return { ...changedOutcome(moved), changed: (await keys.list()).filter(({ owner }) => owner === moved.owner) };
    }
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
