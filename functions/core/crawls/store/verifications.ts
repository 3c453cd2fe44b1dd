import { randomBytes } from 'node:crypto';
import { DAY_MS } from '../../platform/time/day.ts';
import { type DynamoDB, ifConditionHolds, type UpdateInput } from '../../platform/dynamodb/dynamodb.ts';

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

export type Verifications = ReturnType<typeof createVerifications>;

/**
 * Creates the store of verifications in the table `SiteCrawls`: one item for each domain and owner, which is deleted with
 * the domain's crawls.
 */
export function createVerifications(db: DynamoDB, table: string, now: () => number) {
  const keyOf = (domain: string, owner: string) => ({ domain, part: `verification#${owner}` });
  const update = (domain: string, owner: string, input: Omit<UpdateInput, 'TableName' | 'Key'>) =>
    ifConditionHolds(db.update({ TableName: table, Key: keyOf(domain, owner), ReturnValues: 'ALL_NEW', ...input }));
  const verificationOf = ({ token, file_until = 0, dns_until = 0 }: VerificationItem): Verification => {
    const until = { file: file_until, dns: dns_until };
    const proof = (['file', 'dns'] as const).find((each) => until[each] > now()) ?? null;
    return { token, proof, expiresAt: proof && new Date(until[proof]).toISOString() };
  };
  const expiry = () => Math.ceil((now() + KEPT_MS) / 1000);

  async function read(domain: string, owner: string): Promise<Verification | null> {
    const { Item } = await db.get({ TableName: table, Key: keyOf(domain, owner), ConsistentRead: true });
    return Item ? verificationOf(Item as unknown as VerificationItem) : null;
  }

  return {
    /** @returns `null` if there is none */
    read,
    /** Returns the verification, with a new random token if there is none. */
    async readOrCreate(domain: string, owner: string): Promise<Verification & { isNew: boolean }> {
      const known = await read(domain, owner);
      if (known) return { ...known, isNew: false };
      const created = await update(domain, owner, {
        UpdateExpression: 'SET #token = if_not_exists(#token, :token), expires_at = :expiry',
        ExpressionAttributeNames: { '#token': 'token' },
        ExpressionAttributeValues: { ':token': randomBytes(TOKEN_BYTES).toString('base64url'), ':expiry': expiry() },
      });
      return { ...verificationOf(created!.Attributes as unknown as VerificationItem), isNew: true };
    },
    /** Stores that the token is being checked. @returns false if it was checked within the last minute, or deleted */
    async beginCheck(domain: string, owner: string): Promise<boolean> {
      const begun = await update(domain, owner, {
        UpdateExpression: 'SET checked_at = :now, expires_at = :expiry',
        ConditionExpression: 'attribute_exists(part) AND (attribute_not_exists(checked_at) OR checked_at <= :before)',
        ExpressionAttributeValues: { ':now': now(), ':before': now() - CHECK_MS, ':expiry': expiry() },
      });
      return begun !== null;
    },
    /** Stores that the token was found. @returns `null` if the verification was deleted meanwhile */
    async confirm(domain: string, owner: string, token: string, proof: Proof): Promise<Verification | null> {
      const confirmed = await update(domain, owner, {
        UpdateExpression: 'SET #until = :until',
        ConditionExpression: '#token = :token',
        ExpressionAttributeNames: { '#token': 'token', '#until': `${proof}_until` },
        ExpressionAttributeValues: { ':until': now() + VALID_MS, ':token': token },
      });
      return confirmed && verificationOf(confirmed.Attributes as unknown as VerificationItem);
    },
  };
}
