import { readSettings, type SettingsOf, type SettingsSchema } from '../../functions/core/platform/settings/settings.ts';

/** Reads settings like a function; required settings that the test does not set are `1`. */
export function settingsOf<Schema extends SettingsSchema>(
  schema: Schema,
  environment: Record<string, string> = {},
): SettingsOf<Schema> {
  const needed = Object.entries(schema).filter(([, { isRequired }]) => isRequired);
  return readSettings(schema, { ...Object.fromEntries(needed.map(([name]) => [name, '1'])), ...environment });
}
