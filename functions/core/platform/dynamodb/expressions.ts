/** Separates names of members in a path; no attribute has it in its name. */
const SEPARATOR = '\0';

/** Returns the name, for conditions and changes, of a member of an attribute that is a map. */
export const member = (...names: string[]) => names.join(SEPARATOR);

/** Returns the placeholder of a value in an expression. */
type Bind = (value: unknown) => string;

/** Writes a test of an attribute, or the operand that it is set to. */
type Term = (path: string, bind: Bind) => string;

/** Conditions of attributes, all of which must hold: by the attribute's name, its value or a test of it. */
export type Conditions = Record<string, unknown>;

/** Conditions, or alternatives, one of which must hold. */
export type When = Conditions | Conditions[];

/** Changes of attributes, by their names. */
export interface Changes {
  /** Values, or operands such as {@link ifAbsent}; attributes that are undefined are removed. */
  set?: object;
  /** Numbers to add, or sets whose members are added. */
  add?: Record<string, unknown>;
  remove?: string[];
  /** Sets whose members are removed. */
  removeFrom?: Record<string, Set<unknown>>;
}

export const absent: Term = (path) => `attribute_not_exists(${path})`;
export const present: Term = (path) => `attribute_exists(${path})`;

const comparison =
  (operator: string) =>
  (value: unknown): Term =>
  (path, bind) =>
    `${path} ${operator} ${bind(value)}`;
export const lessThan = comparison('<');
export const atMost = comparison('<=');
export const moreThan = comparison('>');
export const atLeast = comparison('>=');
export const not = comparison('<>');

/** Both inclusive. */
export const between =
  (lowest: unknown, highest: unknown): Term =>
  (path, bind) =>
    `${path} BETWEEN ${bind(lowest)} AND ${bind(highest)}`;

const call =
  (write: (path: string, value: string) => string) =>
  (value: unknown): Term =>
  (path, bind) =>
    write(path, bind(value));
export const startsWith = call((path, prefix) => `begins_with(${path}, ${prefix})`);
/** The set, or the text, contains a value. */
export const contains = call((path, member) => `contains(${path}, ${member})`);
export const lacks = call((path, member) => `NOT contains(${path}, ${member})`);
/** The set, or the map, has fewer members. */
export const smallerThan = call((path, size) => `size(${path}) < ${size}`);
/** Operand: the value, unless the attribute has one. */
export const ifAbsent = call((path, value) => `if_not_exists(${path}, ${value})`);

/** At least one of these tests or values. */
export const anyOf =
  (...tests: unknown[]): Term =>
  (path, bind) =>
    `(${tests.map((test) => testOf(path, test, bind)).join(' OR ')})`;

export const absentOr = (test: unknown) => anyOf(absent, test);

const isTerm = (value: unknown): value is Term => typeof value === 'function';
const operandOf = (path: string, value: unknown, bind: Bind) => (isTerm(value) ? value(path, bind) : bind(value));
const testOf = (path: string, test: unknown, bind: Bind) =>
  isTerm(test) ? test(path, bind) : `${path} = ${bind(test)}`;

/** Writes the expressions of one call, with placeholders for all names and values. */
export class Expressions {
  readonly #names = new Map<string, string>();
  readonly #values: unknown[] = [];

  readonly #bind: Bind = (value) => `:v${this.#values.push(value) - 1}`;
  readonly path = (path: string): string =>
    path
      .split(SEPARATOR)
      .map((name) => this.#name(name))
      .join('.');

  #name(name: string): string {
    const known = this.#names.get(name) ?? `#n${this.#names.size}`;
    this.#names.set(name, known);
    return known;
  }

  /** Returns a condition; `undefined`: there is none. */
  condition(when: When | undefined): string | undefined {
    if (!Array.isArray(when)) return when && this.#all(when);
    return when.map((each) => (Object.keys(each).length > 1 ? `(${this.#all(each)})` : this.#all(each))).join(' OR ');
  }

  update({ set = {}, add = {}, remove = [], removeFrom = {} }: Changes): string {
    const [values, unset] = [Object.entries(set), [] as string[]];
    const assigned = values.flatMap(([name, value]) => {
      const path = this.path(name);
      if (value !== undefined) return [`${path} = ${operandOf(path, value, this.#bind)}`];
      unset.push(name);
      return [];
    });
    const withValues = (change: object) =>
      Object.entries(change).map(([name, value]) => `${this.path(name)} ${this.#bind(value)}`);
    const clauses = {
      SET: assigned,
      REMOVE: [...unset, ...remove].map(this.path),
      ADD: withValues(add),
      DELETE: withValues(removeFrom),
    };
    const used = Object.entries(clauses).filter(([, list]) => list.length > 0);
    return used.map(([clause, list]) => `${clause} ${list.join(', ')}`).join(' ');
  }

  /** Returns the members of the call that define the placeholders. DynamoDB accepts no empty ones. */
  placeholders() {
    const names = [...this.#names].map(([name, placeholder]) => [placeholder, name]);
    const values = this.#values.map((value, index) => [`:v${index}`, value]);
    return {
      ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) as Record<string, string> }),
      ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) as Record<string, unknown> }),
    };
  }

  #all(conditions: Conditions): string {
    const tests = Object.entries(conditions).map(([name, test]) => testOf(this.path(name), test, this.#bind));
    return tests.join(' AND ');
  }
}
