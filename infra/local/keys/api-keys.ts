import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface ApiKey {
  id: string;
  name: string;
  value: string;
  enabled: boolean;
  /** Name of the usage plan without the stack's prefix. */
  plan: string;
  created_at: string;
}

interface StoredState {
  keys: ApiKey[];
  /** Counted requests by key id and month (`YYYY-MM`). */
  usage: Record<string, Record<string, number>>;
}

export interface ApiKeys {
  /** @returns the key with this value, enabled or not */
  find(value: string): ApiKey | null;
  /** The ready-made key: with the given value, or with the one it was made with once. */
  ensureReadyMade(value: string | undefined): ApiKey;
  used(key: ApiKey, month: string): number;
  count(key: ApiKey, month: string): void;
  /** Writes what was counted since the last write. */
  save(): void;
}

const READY_MADE = 'local';
/** Counting must not cost a file write a request; a killed runner forgets so much at most. */
const SAVE_AFTER_MS = 500;

/** API keys and their usage, kept in one file: what API Gateway keeps in AWS. */
export function openApiKeys(file: string): ApiKeys {
  const state = load(file);
  // Looked up by digest, so that the time of a look-up tells nothing of the keys.
  const byDigest = new Map(state.keys.map((key) => [digest(key.value), key]));
  let saving: NodeJS.Timeout | null = null;

  function save() {
    if (saving) clearTimeout(saving);
    saving = null;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(state, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  return {
    find: (value) => byDigest.get(digest(value)) ?? null,

    ensureReadyMade(value) {
      const existing = state.keys.find(({ name }) => name === READY_MADE);
      if (existing && (value === undefined || value === existing.value)) return existing;
      const key: ApiKey = {
        id: existing?.id ?? randomBytes(5).toString('hex'),
        name: READY_MADE,
        value: value ?? randomBytes(20).toString('hex'),
        enabled: true,
        plan: 'basic',
        created_at: new Date().toISOString(),
      };
      if (existing) byDigest.delete(digest(existing.value));
      state.keys = [...state.keys.filter(({ name }) => name !== READY_MADE), key];
      byDigest.set(digest(key.value), key);
      save();
      return key;
    },

    used: ({ id }, month) => state.usage[id]?.[month] ?? 0,

    count({ id }, month) {
      const months = (state.usage[id] ??= {});
      months[month] = (months[month] ?? 0) + 1;
      saving ??= setTimeout(save, SAVE_AFTER_MS).unref();
    },

    save,
  };
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

function load(file: string): StoredState {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { keys: [], usage: {} };
  }
}
