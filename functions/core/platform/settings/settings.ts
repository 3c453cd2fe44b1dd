import type { Kind } from './kinds.ts';

/**
 * Settings of a function or of a slice: environment variables, by name. The comment of a variable is its documentation,
 * which `npm run docs:settings` writes into `docs/configuration.md`.
 */
export type SettingsSchema = Readonly<Record<string, Kind>>;

/** Values of the settings of a schema. */
export type SettingsOf<Schema extends SettingsSchema> = {
  readonly [Name in keyof Schema]: Schema[Name] extends Kind<infer Value> ? Value : never;
};

/**
 * Reads the settings of a function, once, when it starts. Nothing else in `functions/` reads the environment.
 *
 * @throws {SettingMissing} with the names of all missing settings
 * @throws {BadSetting} with the name of the first invalid setting
 */
export function readSettings<Schema extends SettingsSchema>(
  schema: Schema,
  environment: NodeJS.ProcessEnv = process.env,
): SettingsOf<Schema> {
  const settings = Object.entries(schema);
  const missing = settings.flatMap(([name, { isRequired }]) => (isRequired && !environment[name] ? name : []));
  if (missing.length > 0) throw new SettingMissing(missing);
  return Object.fromEntries(
    settings.map(([name, kind]) => [name, kind.read(environment[name] ?? '', name)]),
  ) as SettingsOf<Schema>;
}

/** Thrown if required environment variables are missing or empty, which is a defect of the deployment. */
export class SettingMissing extends Error {
  readonly code = 'setting_missing';

  constructor(names: readonly string[]) {
    super(`These environment variables are not set: ${names.join(', ')}`);
  }
}
