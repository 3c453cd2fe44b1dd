import { readSettings, type Schema, type Settings } from '../../functions/shared/settings/settings.ts';

/** Reads settings as a function does; where it has to have a value and the test gives none, it is `1`. */
export function settingsOf<S extends Schema>(schema: S, environment: Record<string, string> = {}): Settings<S> {
  const needed = Object.keys(schema).filter((name) => schema[name]!.isRequired);
  return readSettings(schema, { ...Object.fromEntries(needed.map((name) => [name, '1'])), ...environment });
}
