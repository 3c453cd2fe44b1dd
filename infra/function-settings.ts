import { existsSync, readdirSync } from 'node:fs';
import type { SettingsSchema } from '../functions/core/platform/settings/settings.ts';

const functionsDir = new URL('../functions/', import.meta.url);

/** Names of all functions, which are those of their folders below `functions/`. */
export const functionNames = readdirSync(functionsDir).filter((name) =>
  existsSync(new URL(`${name}/handler.ts`, functionsDir)),
);

/** Settings of each function, as `settings.ts` of its folder declares them; without that file it has none. */
export const functionSettings: Readonly<Record<string, SettingsSchema>> = Object.fromEntries(
  await Promise.all(functionNames.map(async (name) => [name, await settingsOf(name)] as const)),
);

/** The settings of all functions. */
export const allSettings: SettingsSchema = Object.fromEntries(
  Object.values(functionSettings).flatMap((schema) => Object.entries(schema)),
);

async function settingsOf(name: string): Promise<SettingsSchema> {
  const url = new URL(`${name}/settings.ts`, functionsDir);
  if (!existsSync(url)) return {};
  return ((await import(url.href)) as { settingsSchema: SettingsSchema }).settingsSchema;
}

/**
 * Returns the environment variables of a function that the deployment or its operator sets.
 *
 * @param values of the settings of all functions; those of other functions are omitted
 * @throws if a setting has no value
 */
export function environmentOf(name: string, values: Readonly<Record<string, string>>): Record<string, string> {
  const deployed = Object.entries(functionSettings[name]!).filter(([, { setBy }]) => setBy !== 'host');
  return Object.fromEntries(
    deployed.map(([setting]) => {
      const value = values[setting];
      if (value === undefined) throw new Error(`${setting} of the function ${name} has no value`);
      return [setting, value];
    }),
  );
}
