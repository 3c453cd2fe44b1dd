import { catalogue } from '../../functions/core/platform/settings/catalogue.ts';
import { readSettings, type SettingName, type Settings } from '../../functions/core/platform/settings/settings.ts';

/** Reads settings like a function; required settings that the test does not set are `1`. */
export function settingsOf<Name extends SettingName>(
  names: readonly Name[],
  environment: Record<string, string> = {},
): Settings<Name> {
  const needed = names.filter((name) => catalogue[name].isRequired);
  return readSettings(names, { ...Object.fromEntries(needed.map((name) => [name, '1'])), ...environment });
}
