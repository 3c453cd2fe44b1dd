import { createHash, randomBytes } from 'node:crypto';
import { readJsonFile, writeSecretFile } from '../data-file.ts';

export interface ApiKey {
  id: string;
  name: string;
  description: string;
  value: string;
  enabled: boolean;
  /** Id of the usage plan; `null`: on none, so that it opens nothing. */
  planId: string | null;
  /** ISO 8601 times. */
  createdAt: string;
  updatedAt: string;
}

interface StoredState {
  keys: ApiKey[];
  /** Counted requests on the key's present plan, by key id and day (`YYYY-MM-DD`). */
  usage: Record<string, Record<string, number>>;
}

export interface ApiKeys {
  /** In the order of their making. */
  list(): ApiKey[];
  /** @returns `null` for an unknown id */
  get(id: string): ApiKey | null;
  /** @returns the key with this value, enabled or not */
  find(value: string): ApiKey | null;
  /** Makes a key that is on no plan. Its value is made up where none is given. */
  create(key: { name: string; description: string; enabled: boolean; value?: string | undefined }): ApiKey;
  change(id: string, edit: Partial<Pick<ApiKey, 'name' | 'description' | 'enabled'>>): ApiKey;
  /** Puts a key on a plan, or on none; what it was used on the plan before is forgotten. */
  setPlan(id: string, planId: string | null): void;
  delete(id: string): void;
  /** The ready-made key: with the given value, or with the one it was made with once. */
  ensureReadyMade(key: { name: string; planId: string; value: string | undefined }): ApiKey;
  /** @param days `YYYY-MM-DD`, or `YYYY-MM` for a whole month */
  used(key: ApiKey, days: string): number;
  /** The same as `GetUsage` tells it, which is behind. */
  reported(key: ApiKey, days: string): number;
  count(key: ApiKey, day: string): void;
  /** Writes what was counted since the last write. */
  save(): void;
}

/** Counting must not cost a file write a request; a killed runner forgets so much at most. */
const SAVE_AFTER_MS = 500;

interface UsageReports {
  /** What `GetUsage` tells is brought up to date when it is this old. */
  lagMs?: number;
  now?: () => number;
}

/**
 * API keys and their usage, kept in one file: what API Gateway keeps in AWS.
 *
 * AWS's documentation does not say how far `GetUsage` is behind, only that it has "daily logs of used and remaining
 * quotas" (API Gateway API Reference, GetUsage). Who used it saw "update delays on that call in the 30-40 minutes range"
 * (https://github.com/localstack/localstack/issues/11393). Quotas are judged by what was counted, not by what is told.
 */
export function openApiKeys(file: string, { lagMs = 0, now = Date.now }: UsageReports = {}): ApiKeys {
  const state = readJsonFile<StoredState>(file) ?? { keys: [], usage: {} };
  let reports = { at: now(), usage: structuredClone(state.usage) };
  // Looked up by digest, so that the time of a look-up tells nothing of the keys.
  const byDigest = new Map(state.keys.map((key) => [digest(key.value), key]));
  let saving: NodeJS.Timeout | null = null;

  function save() {
    if (saving) clearTimeout(saving);
    saving = null;
    writeSecretFile(file, JSON.stringify(state, null, 2));
  }

  /** What cannot be written now is written with what is counted next. */
  function saveLater() {
    try {
      save();
    } catch (error) {
      console.error(JSON.stringify({ level: 'ERROR', message: 'usage not saved', reason: (error as Error).message }));
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
    create: ({ value = randomBytes(20).toString('hex'), ...key }) => add({ ...key, value, planId: null }),
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

    ensureReadyMade({ name, planId, value }) {
      const existing = state.keys.find((key) => key.name === name);
      if (!existing) {
        const made = value ?? randomBytes(20).toString('hex');
        return add({ name, description: 'Made by the runner', value: made, enabled: true, planId });
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
