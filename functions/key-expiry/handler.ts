import { createGatewayClient } from '../core/accounts/control-plane.ts';
import { disableExpiredKeys } from '../core/accounts/edit-keys.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const client = createGatewayClient();

/** Disables expired keys, every ten minutes. */
export async function handler(): Promise<{ expired_keys: number }> {
  const expired_keys = await disableExpiredKeys(client, settings.STACK_NAME, Date.now());
  console.log(JSON.stringify({ level: 'INFO', message: 'expired keys disabled', expired_keys }));
  return { expired_keys };
}
