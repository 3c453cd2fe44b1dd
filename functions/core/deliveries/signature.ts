import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

interface Signed {
  /** Id of the delivery, the same in each attempt. */
  id: string;
  /** When this attempt is made, in milliseconds since the epoch. */
  time: number;
  body: string;
}

/**
 * Returns the headers that sign a delivery by the rules of Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): one signature per secret.
 *
 * @param secrets `whsec_` and Base64 each; two while a new secret replaces the previous one
 */
export function signatureHeaders({ id, time, body }: Signed, secrets: string[]): Record<string, string> {
  const timestamp = String(Math.floor(time / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** @returns a secret in the text form of Standard Webhooks */
export function secretText(key: Buffer): string {
  return SECRET_PREFIX + key.toString('base64');
}
