import { rotatedSecret, type SecretState } from '../../deliveries/secrets.ts';
import { type DynamoDB, ifConditionHolds, settingOf } from '../../platform/dynamodb/dynamodb.ts';

export type OwnerSecrets = ReturnType<typeof createOwnerSecrets>;

/** Creates the store of the versions of owners' secrets in the table `Watches`. The secrets themselves are not stored. */
export function createOwnerSecrets(db: DynamoDB, table: string, now: () => number) {
  const keyOf = (owner: string) => ({ partition: `owner#${owner}`, sort: 'secret' });
  const readState = async (owner: string) =>
    (await db.get({ TableName: table, Key: keyOf(owner), ConsistentRead: true })).Item as SecretState | undefined;

  async function rotate(owner: string): Promise<SecretState & { secret_version: number }> {
    const state = (await readState(owner)) ?? {};
    const next = rotatedSecret(state, now());
    const setting = settingOf(next);
    const update = db.update({
      TableName: table,
      Key: keyOf(owner),
      ConditionExpression: 'attribute_not_exists(#secret_version) OR #secret_version = :read',
      ...setting,
      ExpressionAttributeValues: { ...setting.ExpressionAttributeValues, ':read': state.secret_version ?? 1 },
    });
    // Otherwise another request has rotated it in the meantime.
    return (await ifConditionHolds(update)) ? next : rotate(owner);
  }

  return {
    /** @returns `null` if the owner has never requested the secret */
    async read(owner: string): Promise<SecretState | null> {
      const state = await readState(owner);
      // The item also has the confirmed addresses.
      return state?.secret_version === undefined ? null : state;
    },

    /**
     * Begins the next version. The first one, which signs until then, was not shown.
     *
     * @throws {ServiceError} rate_limited
     */
    rotate,
  };
}
