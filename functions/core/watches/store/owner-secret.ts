import type { SecretState } from '../../deliveries/secrets.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';

export type OwnerSecrets = ReturnType<typeof createOwnerSecrets>;

/** Creates the store of the versions of owners' secrets in the table `Watches`. The secrets themselves are not stored. */
export function createOwnerSecrets(db: DynamoDB, table: string, now: () => number) {
  const keyOf = (owner: string) => ({ partition: `owner#${owner}`, sort: 'secret' });
  return {
    /** @returns `null` if the owner has never requested the secret */
    async read(owner: string): Promise<SecretState | null> {
      const { Item } = await db.get({ TableName: table, Key: keyOf(owner), ConsistentRead: true });
      const state = Item as SecretState | undefined;
      // The item also has the confirmed addresses.
      return state?.secret_version === undefined ? null : state;
    },

    /** Begins the next version. The first one, which signs until then, was not shown. */
    async rotate(owner: string): Promise<Required<SecretState>> {
      const rotatedAt = now();
      const { Attributes } = await db.update({
        TableName: table,
        Key: keyOf(owner),
        UpdateExpression: 'SET secret_version = if_not_exists(secret_version, :first) + :one, secret_rotated_at = :now',
        ExpressionAttributeValues: { ':first': 1, ':one': 1, ':now': rotatedAt },
        ReturnValues: 'ALL_NEW',
      });
      return Attributes as Required<SecretState>;
    },
  };
}
