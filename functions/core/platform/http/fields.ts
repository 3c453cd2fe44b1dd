/**
 * Names of the members of an object, each with the names of its own members if it is an object or a list of objects,
 * and `null` otherwise. {@link ANY} matches every name of an object whose names depend on its content.
 */
export interface Members {
  readonly [name: string]: Members | null;
}

export const ANY = '*';

/** Selected members by name, each with the selection of its own members; `null`: all of them. */
export type Fields = Map<string, Fields | null>;

/** Maximum number of names in one selection. */
export const MAX_FIELDS = 50;

/** Returns the names in a comma-separated list; names below the first level are in dotted notation. */
export function fieldNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Whether a name in dotted notation is that of a member. */
export function isMember(name: string, members: Members): boolean {
  let level: Members | null | undefined = members;
  for (const part of name.split('.')) level = level ? membersOf(part, level) : undefined;
  return level !== undefined;
}

/** @returns the members of a member; `undefined` if there is no member with this name */
function membersOf(name: string, members: Members): Members | null | undefined {
  const known = [name, ANY].find((each) => Object.hasOwn(members, each));
  return known === undefined ? undefined : members[known];
}

/** @param names of members, in dotted notation; a member includes all members below it */
export function chooseFields(names: string[]): Fields {
  const fields: Fields = new Map();
  for (const name of names) choose(fields, name.split('.'));
  return fields;
}

function choose(fields: Fields, [first, ...rest]: string[]): void {
  if (rest.length === 0) fields.set(first!, null);
  const below = fields.has(first!) ? fields.get(first!)! : new Map<string, Fields | null>();
  if (below === null) return;
  fields.set(first!, below);
  choose(below, rest);
}

/**
 * Reads the value of the parameter `fields` without loading the validation of parameters.
 *
 * @returns `null` if the text is invalid
 */
export function readFields(text: string, members: Members): Fields | null {
  const names = fieldNames(text);
  const isValid = names.length > 0 && names.length <= MAX_FIELDS && names.every((name) => isMember(name, members));
  return isValid ? chooseFields(names) : null;
}

/**
 * Returns the selected members of a value, in its own order; for a list, those of each object in it. A selected member
 * that an object does not have is `null`, unless the object's names depend on its content.
 */
export function selectFields(value: unknown, fields: Fields, members: Members): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => selectFields(each, fields, members));
  const all = value as Record<string, unknown>;
  const isKnown = (name: string) => Object.hasOwn(members, name) && !Object.hasOwn(all, name);
  const names = [...Object.keys(all).filter((name) => fields.has(name)), ...[...fields.keys()].filter(isKnown)];
  return Object.fromEntries(
    names.map((name) => {
      const [chosen, below] = [fields.get(name), membersOf(name, members)];
      return [name, chosen && below ? selectFields(all[name] ?? null, chosen, below) : (all[name] ?? null)];
    }),
  );
}
