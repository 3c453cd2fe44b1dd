import { randomBytes } from 'node:crypto';
import { DAY_MS } from '../../platform/time/day.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absentOr, atMost, ifAbsent, present } from '../../platform/dynamodb/expressions.ts';
import { bindStore } from '../../platform/bind-store.ts';
import { getItem, type Store, updateAndReturn, updateItem } from '../../platform/dynamodb/table.ts';

/** How long a proof is valid. */
const VALID_MS = 90 * DAY_MS;
/** How long a token is kept after its last check, so that it can be proved again after the proof has expired. */
const KEPT_MS = 2 * VALID_MS;
/** Minimum interval between two checks of a token. */
const CHECK_MS = 60_000;
const TOKEN_BYTES = 24;

/**
 * How control of a domain was proved. A file proves control of the server as well; a DNS record does not, since a name may
 * lead to the server of a stranger.
 */
export type Proof = 'file' | 'dns';

/** The verification of a domain for an owner of keys. */
export interface Verification {
  /** Text that the owner publishes to prove control of the domain. */
  token: string;
  /** The stronger one of the valid proofs; `null`: there is none. */
  proof: Proof | null;
  /** ISO 8601 time at which the proof expires; `null`: there is no valid one. */
  expiresAt: string | null;
}

/** Times are milliseconds since the epoch. */
interface VerificationItem {
  token: string;
  checked_at?: number;
  /** Until when each kind of proof is valid. */
  file_until?: number;
  dns_until?: number;
}

const keyOf = (domain: string, owner: string) => ({ domain, part: `verification#${owner}` });
const expiry = ({ now }: Store) => Math.ceil((now() + KEPT_MS) / 1000);

function verificationOf({ now }: Store, { token, file_until = 0, dns_until = 0 }: VerificationItem): Verification {
  const until = { file: file_until, dns: dns_until };
  const proof = (['file', 'dns'] as const).find((each) => until[each] > now()) ?? null;
  return { token, proof, expiresAt: proof && new Date(until[proof]).toISOString() };
}

/** @returns `null` if there is none */
async function read(store: Store, domain: string, owner: string): Promise<Verification | null> {
  const item = await getItem<VerificationItem>(store, keyOf(domain, owner), { consistent: true });
  return item ? verificationOf(store, item) : null;
}

/** Returns the verification, with a new random token if there is none. */
async function readOrCreate(store: Store, domain: string, owner: string): Promise<Verification & { isNew: boolean }> {
  const known = await read(store, domain, owner);
  if (known) return { ...known, isNew: false };
  const token = ifAbsent(randomBytes(TOKEN_BYTES).toString('base64url'));
  const set = { token, expires_at: expiry(store) };
  const created = await updateAndReturn<VerificationItem>(store, keyOf(domain, owner), { set });
  return { ...verificationOf(store, created!), isNew: true };
}

/** Stores that the token is being checked. @returns false if it was checked within the last minute, or deleted */
function beginCheck(store: Store, domain: string, owner: string): Promise<boolean> {
  const set = { checked_at: store.now(), expires_at: expiry(store) };
  const when = { part: present, checked_at: absentOr(atMost(store.now() - CHECK_MS)) };
  return updateItem(store, keyOf(domain, owner), { set, when });
}

/** Stores that the token was found. @returns `null` if the verification was deleted meanwhile */
async function confirm(store: Store, domain: string, owner: string, { token, proof }: { token: string; proof: Proof }) {
  const update = { set: { [`${proof}_until`]: store.now() + VALID_MS }, when: { token } };
  const confirmed = await updateAndReturn<VerificationItem>(store, keyOf(domain, owner), update);
  return confirmed && verificationOf(store, confirmed);
}

export type Verifications = ReturnType<typeof createVerifications>;

/**
 * Creates the store of verifications in the table `SiteCrawls`: one item for each domain and owner, which is deleted with
 * the domain's crawls.
 */
export function createVerifications(db: DynamoDB, table: string, now: () => number) {
  return bindStore({ db, table, now }, { read, readOrCreate, beginCheck, confirm });
}
