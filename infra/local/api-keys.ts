import { createHash, randomBytes } from 'node:crypto';
import { readJsonFile, writeSecretFile } from './data-files.ts';
import type { Throttle, UsagePlanModel } from './template/service-model.ts';
import { dayOf } from '../../functions/core/platform/time/day.ts';

export interface ApiKey {
  id: string;
  name: string;
  description: string;
  value: string;
  enabled: boolean;
  tags: Record<string, string>;
  /** Id of the usage plan; `null`: none, so that all requests are rejected. */
  planId: string | null;
  /** ISO 8601 times. */
  createdAt: string;
  updatedAt: string;
}

interface StoredState {
  keys: ApiKey[];
  /** Counted requests on the key's current plan, by key id and day (`YYYY-MM-DD`). */
  usage: Record<string, Record<string, number>>;
}

export interface ApiKeys {
  /** In order of creation. */
  list(): ApiKey[];
  /** @returns `null` for an unknown id */
  get(id: string): ApiKey | null;
  /** @returns the key with this value, enabled or not */
  find(value: string): ApiKey | null;
  /** Creates a key without a plan, with the given value or a random one. */
  create(key: {
    name: string;
    description: string;
    enabled: boolean;
    value?: string | undefined;
    tags?: Record<string, string>;
  }): ApiKey;
  change(id: string, edit: Partial<Pick<ApiKey, 'name' | 'description' | 'enabled' | 'tags'>>): ApiKey;
  /** Puts a key on a plan, or on none; its usage on the previous plan is deleted. */
  setPlan(id: string, planId: string | null): void;
  delete(id: string): void;
  /** Returns the predefined key with the given or its stored value, and creates it if it is missing. */
  ensureReadyMade(key: {
    name: string;
    planId: string;
    value: string | undefined;
    tags?: Record<string, string>;
  }): ApiKey;
  /** @param days `YYYY-MM-DD`, or `YYYY-MM` for a whole month */
  used(key: ApiKey, days: string): number;
  /** The usage as `GetUsage` returns it, with a delay. */
  reported(key: ApiKey, days: string): number;
  count(key: ApiKey, day: string): void;
  /** Writes the counts since the last write. */
  save(): void;
}

/** Interval at which counts are written; a killed runner loses at most those of this time. */
const SAVE_AFTER_MS = 500;

interface UsageReports {
  /** The age at which the numbers that `GetUsage` returns are updated. */
  lagMs?: number;
  now?: () => number;
}

/**
 * API keys and their usage, stored in one file: what API Gateway stores in AWS.
 *
 * AWS's documentation does not state how old the numbers of `GetUsage` are, only that it has "daily logs of used and
 * remaining quotas" (API Gateway API Reference, GetUsage). Users saw "update delays on that call in the 30-40 minutes
 * range" (https://github.com/localstack/localstack/issues/11393). Quotas are checked against the current counts.
 */
export function createApiKeys(file: string, { lagMs = 0, now = Date.now }: UsageReports = {}): ApiKeys {
  const state = readJsonFile<StoredState>(file) ?? { keys: [], usage: {} };
  let reports = { at: now(), usage: structuredClone(state.usage) };
  // Looked up by digest, so that the time of a look-up reveals nothing about the keys.
  const byDigest = new Map(state.keys.map((key) => [digest(key.value), key]));
  let saving: NodeJS.Timeout | null = null;

  function save() {
    if (saving) clearTimeout(saving);
    saving = null;
    writeSecretFile(file, JSON.stringify(state, null, 2));
  }

  /** After a failed write, the counts are written with the next ones. */
  function saveLater() {
    try {
      save();
    } catch (error) {
      console.error(
        JSON.stringify({ level: 'ERROR', message: 'usage could not be saved', reason: (error as Error).message }),
      );
    }
  }

  const get = (id: string) => state.keys.find((key) => key.id === id) ?? null;

  function add(key: Omit<ApiKey, 'id' | 'createdAt' | 'updatedAt'>): ApiKey {
    const now = new Date().toISOString();
    const made = { id: randomBytes(5).toString('hex'), ...key, createdAt: now, updatedAt: now };
    state.keys.push(made);
    byDigest.set(digest(made.value), made);
    save();
    return made;
  }

  function change(key: ApiKey, edit: Partial<ApiKey>): ApiKey {
    byDigest.delete(digest(key.value));
    Object.assign(key, edit, { updatedAt: new Date().toISOString() });
    byDigest.set(digest(key.value), key);
    save();
    return key;
  }

  function report() {
    if (now() - reports.at >= lagMs) reports = { at: now(), usage: structuredClone(state.usage) };
    return reports.usage;
  }

  return {
    list: () => state.keys,
    get,
    find: (value) => byDigest.get(digest(value)) ?? null,
    create: ({ value = randomBytes(20).toString('hex'), tags = {}, ...key }) =>
      add({ ...key, value, tags, planId: null }),
    change: (id, edit) => change(get(id)!, edit),

    setPlan(id, planId) {
      delete state.usage[id];
      delete reports.usage[id];
      change(get(id)!, { planId });
    },

    delete(id) {
      const key = get(id)!;
      byDigest.delete(digest(key.value));
      state.keys = state.keys.filter((other) => other !== key);
      delete state.usage[id];
      save();
    },

    ensureReadyMade({ name, planId, value, tags = {} }) {
      const existing = state.keys.find((key) => key.name === name);
      if (!existing) {
        const made = value ?? randomBytes(20).toString('hex');
        return add({ name, description: 'Made by the runner', value: made, enabled: true, tags, planId });
      }
      return value === undefined || value === existing.value ? existing : change(existing, { value });
    },

    used: ({ id }, days) => sumOf(state.usage[id], days),
    reported: ({ id }, days) => sumOf(report()[id], days),

    count({ id }, day) {
      if (lagMs > 0) report();
      const days = (state.usage[id] ??= {});
      days[day] = (days[day] ?? 0) + 1;
      saving ??= setTimeout(saveLater, SAVE_AFTER_MS).unref();
    },

    save,
  };
}

function sumOf(counts: Record<string, number> = {}, days: string): number {
  return Object.entries(counts)
    .filter(([day]) => day.startsWith(days))
    .reduce((sum, [, count]) => sum + count, 0);
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

/** Whether a key's usage plan allows a request, or the type of the gateway response that refuses it. */
type UsageResult = 'allowed' | 'INVALID_API_KEY' | 'THROTTLED' | 'QUOTA_EXCEEDED';

/**
 * Counts requests against usage plans as documented by API Gateway: a token bucket for the rate, a calendar month (UTC)
 * for the quota; a throttled request does not count against the quota. AWS applies both best-effort; this is exact.
 */
export function createUsageLimits(plans: UsagePlanModel[], keys: ApiKeys, now: () => number = Date.now) {
  const buckets = new Map<string, () => boolean>();

  return (key: ApiKey): UsageResult => {
    const plan = plans.find(({ id }) => id === key.planId);
    if (!key.enabled || !plan) return 'INVALID_API_KEY';
    const day = dayOf(now());
    if (keys.used(key, day.slice(0, 7)) >= plan.monthlyQuota) return 'QUOTA_EXCEEDED';
    const bucketId = `${key.id} ${plan.id}`;
    const take = buckets.get(bucketId) ?? createTokenBucket(plan, now);
    buckets.set(bucketId, take);
    if (!take()) return 'THROTTLED';
    keys.count(key, day);
    return 'allowed';
  };
}

/**
 * Creates a token bucket, which is full at first and refilled at a constant rate.
 *
 * @returns a function that takes one token; it returns false if there is none
 */
export function createTokenBucket({ requestsPerSecond, burst }: Throttle, now: () => number): () => boolean {
  let tokens = burst;
  let filledAt = now();
  return () => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * requestsPerSecond);
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
