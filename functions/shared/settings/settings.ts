/** Who sets an environment variable: the deployment, or the host that runs the function (Lambda, or the local runner). */
export type SetBy = 'deployment' | 'host';

/** One environment variable: who sets it, and how its text is read. */
export interface Setting<Value = unknown, By extends SetBy = SetBy> {
  setBy: By;
  /** The function does not start where it is missing or empty. */
  isRequired: boolean;
  /**
   * @param text empty where the variable is not set
   * @throws {BadSetting} where the text is no such value
   */
  read(text: string, name: string): Value;
}

/** The settings of a function, or of a part that functions share, by the names of their environment variables. */
export type Schema = Record<string, Setting>;

/** What is read by a schema. */
export type Settings<S extends Schema> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer Value> ? Value : never;
};

/** Names of those settings of a schema that the deployment or the host sets. */
export type NamesSetBy<By extends SetBy, S extends Schema> = {
  [Name in keyof S & string]: S[Name] extends Setting<unknown, By> ? Name : never;
}[keyof S & string];

type Deployed<Value> = Setting<Value, 'deployment'>;

export const text: Deployed<string> = { setBy: 'deployment', isRequired: true, read: (value) => value };

/** Text that is empty where it is not set. */
export const optionalText: Deployed<string> = { ...text, isRequired: false };

/** Several names in any order; none where it is not set. */
export const commaSeparated: Deployed<ReadonlySet<string>> = {
  ...optionalText,
  read: (value) => new Set(value.split(',').flatMap((part) => part.trim() || [])),
};

/** JSON that the deployment makes of a value of this type. */
export const json = <Value>(): Deployed<Value> => ({ ...text, read: (value) => JSON.parse(value) as Value });

/** A number within bounds, both inclusive. */
export const number = ({ min = 0, max = Infinity } = {}): Deployed<number> => ({
  ...text,
  read(value, name) {
    const read = Number(value);
    if (read >= min && read <= max) return read;
    throw new BadSetting(name, `must be a number from ${min} to ${max}`);
  },
});

/** Whether something is switched on. */
export const flag: Deployed<boolean> = {
  ...text,
  read(value, name) {
    if (value === 'true' || value === 'false') return value === 'true';
    throw new BadSetting(name, 'must be true or false');
  },
};

/** The same setting, set by the host: it stands in no template. */
export const fromHost = <Value>(setting: Deployed<Value>): Setting<Value, 'host'> => ({ ...setting, setBy: 'host' });

/**
 * Reads the settings of a function, once, when it starts. Nothing else in `functions/` reads the environment.
 *
 * @throws {SettingMissing} naming all that are missing
 * @throws {BadSetting} naming the first that has no good value
 */
export function readSettings<S extends Schema>(schema: S, environment: NodeJS.ProcessEnv = process.env): Settings<S> {
  const entries = Object.entries(schema).map(([name, setting]) => ({ name, setting, text: environment[name] ?? '' }));
  const missing = entries.filter(({ setting, text }) => setting.isRequired && text === '');
  if (missing.length > 0) throw new SettingMissing(missing.map(({ name }) => name));
  return Object.fromEntries(entries.map(({ name, setting, text }) => [name, setting.read(text, name)])) as Settings<S>;
}

/** Environment variables that have to be set are missing or empty: a defect of the deployment. */
export class SettingMissing extends Error {
  readonly code = 'setting_missing';

  constructor(names: string[]) {
    super(`These environment variables are not set: ${names.join(', ')}`);
  }
}

/** An environment variable holds text that cannot be read as its value. */
export class BadSetting extends Error {
  readonly code = 'bad_setting';

  constructor(name: string, problem: string) {
    super(`The environment variable ${name} ${problem}`);
  }
}
