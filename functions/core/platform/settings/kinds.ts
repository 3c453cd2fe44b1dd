/**
 * What sets an environment variable: the deployment, the operator who deploys, or the host that runs the function
 * (Lambda, or the local runner).
 */
export type SetBy = 'deployment' | 'operator' | 'host';

/** Kind of an environment variable: what sets it, and how its text is read. */
export interface Kind<Value = unknown, By extends SetBy = SetBy> {
  setBy: By;
  /** The function does not start if the variable is missing or empty. */
  isRequired: boolean;
  /** Type of the value, from which the deployment derives how it reads the operator's settings. */
  type: 'text' | 'URL' | 'comma-separated' | 'JSON' | 'number' | 'true or false';
  /** Bounds of a number, both inclusive. */
  bounds?: NumberBounds;
  /** Value of an operator's setting that is not set. */
  byDefault?: string | number | boolean;
  /**
   * @param text empty if the variable is not set
   * @throws {BadSetting} if the text is invalid
   */
  read(text: string, name: string): Value;
}

interface NumberBounds {
  /** Default: 0. */
  min?: number;
  max?: number;
  isWhole?: boolean;
}

type Deployed<Value> = Kind<Value, 'deployment'>;

export const text: Deployed<string> = { setBy: 'deployment', isRequired: true, type: 'text', read: (value) => value };

/** Text; empty if the variable is not set. */
export const optionalText: Deployed<string> = { ...text, isRequired: false };

/** Absolute URL of a web page or server. */
export const webUrl: Deployed<string> = { ...text, type: 'URL' };

/** The same; empty if the variable is not set. */
export const optionalUrl: Deployed<string> = { ...webUrl, isRequired: false };

/** Set of names; empty if the variable is not set. */
export const commaSeparated: Deployed<ReadonlySet<string>> = {
  ...optionalText,
  type: 'comma-separated',
  read: (value) => new Set(value.split(',').flatMap((part) => part.trim() || [])),
};

/**
 * Returns the kind of a value of this type that the deployment serializes as JSON.
 *
 * @param check returns whether the value is valid; default: it is not checked
 * @param expected description of a valid value, for the message
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

/** Returns the kind of a number within bounds. */
export const number = (bounds: NumberBounds = {}): Deployed<number> => ({
  ...text,
  type: 'number',
  bounds,
  read(value, name) {
    const { min = 0, max = Infinity } = bounds;
    const read = Number(value);
    if (read >= min && read <= max) return read;
    throw new BadSetting(name, `must be a number from ${min} to ${max}`);
  },
});

/** Whether a feature is enabled. */
export const flag: Deployed<boolean> = {
  ...text,
  type: 'true or false',
  read(value, name) {
    if (value === 'true' || value === 'false') return value === 'true';
    throw new BadSetting(name, 'must be true or false');
  },
};

/** Returns the same kind, set by the host and not in a template. */
export const fromHost = <Value>(kind: Deployed<Value>): Kind<Value, 'host'> => ({ ...kind, setBy: 'host' });

/**
 * Returns the same kind, set by the operator: `maxCrawlPages` for `MAX_CRAWL_PAGES`.
 *
 * @param byDefault by default the setting is optional, or the deployment has a value
 */
export const fromOperator = <Value>(
  kind: Deployed<Value>,
  byDefault?: string | number | boolean,
): Kind<Value, 'operator'> => ({ ...kind, setBy: 'operator', ...(byDefault !== undefined && { byDefault }) });

/** @returns `undefined` if the text is not JSON */
function parsedJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Thrown if the text of an environment variable is not a valid value. */
export class BadSetting extends Error {
  readonly code = 'bad_setting';

  constructor(name: string, problem: string) {
    super(`The environment variable ${name} ${problem}`);
  }
}
