/** Sets an environment variable: the deployment, or the host that runs the function (Lambda, or the local runner). */
export type SetBy = 'deployment' | 'host';

/** Kind of an environment variable: who sets it, and how its text is read. */
export interface Kind<Value = unknown, By extends SetBy = SetBy> {
  setBy: By;
  /** The function does not start if the variable is missing or empty. */
  isRequired: boolean;
  /** Of the value, for the documentation. */
  type: string;
  /**
   * @param text empty if the variable is not set
   * @throws {BadSetting} if the text is no such value
   */
  read(text: string, name: string): Value;
}

type Deployed<Value> = Kind<Value, 'deployment'>;

export const text: Deployed<string> = { setBy: 'deployment', isRequired: true, type: 'text', read: (value) => value };

/** Text that is empty if it is not set. */
export const optionalText: Deployed<string> = { ...text, isRequired: false };

/** Several names in any order; none if it is not set. */
export const commaSeparated: Deployed<ReadonlySet<string>> = {
  ...optionalText,
  type: 'comma-separated',
  read: (value) => new Set(value.split(',').flatMap((part) => part.trim() || [])),
};

/**
 * JSON that the deployment makes of a value of this type.
 *
 * @param check returns whether the JSON is such a value; without it, it is not checked
 * @param expected what it must be, for the message
 */
export const json = <Value>(check: (value: unknown) => boolean = () => true, expected = 'JSON'): Deployed<Value> => ({
  ...text,
  type: 'JSON',
  read(value, name) {
    const read = parsedJson(value);
    if (read !== undefined && check(read)) return read as Value;
    throw new BadSetting(name, `must be ${expected}`);
  },
});

/** A number within bounds, both inclusive. */
export const number = ({ min = 0, max = Infinity } = {}): Deployed<number> => ({
  ...text,
  type: 'number',
  read(value, name) {
    const read = Number(value);
    if (read >= min && read <= max) return read;
    throw new BadSetting(name, `must be a number from ${min} to ${max}`);
  },
});

/** Whether something is switched on. */
export const flag: Deployed<boolean> = {
  ...text,
  type: 'true or false',
  read(value, name) {
    if (value === 'true' || value === 'false') return value === 'true';
    throw new BadSetting(name, 'must be true or false');
  },
};

/** The same kind, set by the host: it is in no template. */
export const fromHost = <Value>(kind: Deployed<Value>): Kind<Value, 'host'> => ({ ...kind, setBy: 'host' });

/** @returns `undefined` if the text is no JSON */
function parsedJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** An environment variable holds text that cannot be read as its value. */
export class BadSetting extends Error {
  readonly code = 'bad_setting';

  constructor(name: string, problem: string) {
    super(`The environment variable ${name} ${problem}`);
  }
}
