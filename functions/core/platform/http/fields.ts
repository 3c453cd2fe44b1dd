/**
 * Names of the members of an object, each with those of its own members where it is an object or a list of objects, or
 * else `null`. {@link ANY} stands for all names of an object whose names depend on its content.
 */
export interface Members {
  readonly [name: string]: Members | null;
}

export const ANY = '*';

/** Chosen members by name, each with what is chosen of it; `null` is all of it. */
export type Fields = Map<string, Fields | null>;

/** Most names in one choice. */
export const MAX_FIELDS = 50;

/** The names in a comma-separated list; below the first level they are dotted. */
export function fieldNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Whether a dotted name is that of a member. */
export function isMember(name: string, members: Members): boolean {
  let level: Members | null | undefined = members;
  for (const part of name.split('.')) level = level ? membersOf(part, level) : undefined;
  return level !== undefined;
}

/** @returns the members of a member; `undefined` where it is none itself */
function membersOf(name: string, members: Members): Members | null | undefined {
  const known = [name, ANY].find((each) => Object.hasOwn(members, each));
  return known === undefined ? undefined : members[known];
}

/** @param names dotted names of members; of a member and one below it, the whole member is chosen */
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
 * The same as the parameter `fields` understands, without loading what validates parameters.
 *
 * @returns `null` where the text is not valid
 */
export function readFields(text: string, members: Members): Fields | null {
  const names = fieldNames(text);
  const isValid = names.length > 0 && names.length <= MAX_FIELDS && names.every((name) => isMember(name, members));
  return isValid ? chooseFields(names) : null;
}

/**
 * What is chosen of a value, in its own order; of a list, what is chosen of each object in it. A chosen member that an
 * object lacks is `null`, unless names depend on the content there.
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
