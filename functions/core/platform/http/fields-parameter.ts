import { closestMatch } from 'leven';
import * as z from 'zod/mini';
import { fieldNames, isMember, MAX_FIELDS, type Members } from './fields.ts';
import { BadValue, textParameter } from './parameters.ts';

/**
 * Returns the parameter `fields`: the selected members of `data`, as text that `readFields` reads. Default: all.
 *
 * @param always members that are always returned, for the description
 * @param example names of members
 */
export function fieldsParameter(members: Members, always: string, example: string) {
  const read = (text: string) => {
    checkFieldNames(fieldNames(text), members);
    return text;
  };
  return z.optional(
    textParameter(read, {
      description: `Up to ${MAX_FIELDS} members of \`data\` to return, separated by commas, with dots for nested members. Always returned: ${always}. Default: all members`,
      form: { type: 'string', minLength: 1 },
      examples: [example],
    }),
  );
}

/**
 * Validates a selection of members.
 *
 * @param names in dotted notation
 * @throws {BadValue} if there are none or too many, or names are unknown
 */
export function checkFieldNames(names: string[], members: Members): void {
  if (names.length === 0 || names.length > MAX_FIELDS) throw new BadValue('max_fields', { min: 1, max: MAX_FIELDS });
  const unknown = names.filter((name) => !isMember(name, members));
  if (unknown.length === 0) return;
  const nearest = unknown.map((name) => nearestMember(name, members) ?? '');
  const problems = unknown.map((name, index) => unknownMessage(name, nearest[index]!)).join('; ');
  throw new BadValue('unknown_fields', { problems, unknown, nearest });
}

function unknownMessage(name: string, nearest: string): string {
  return `${name} is not a member of data${nearest === '' ? '' : `; did you mean ${nearest}?`}`;
}

/** Returns the nearest of the members with the same last name on any level, or else the nearest of all. */
function nearestMember(name: string, members: Members): string | undefined {
  const known = dottedNames(members);
  const lowerCase = name.toLowerCase();
  const lastPart = `.${lowerCase.split('.').at(-1)}`;
  const maxDistance = Math.max(1, Math.floor(name.length / 3));
  const sameName = known.filter((each) => each.endsWith(lastPart));
  return closestMatch(lowerCase, sameName) ?? closestMatch(lowerCase, known, { maxDistance });
}

function dottedNames(members: Members, prefix = ''): string[] {
  return Object.entries(members).flatMap(([name, below]) => [
    `${prefix}${name}`,
    ...(below ? dottedNames(below, `${prefix}${name}.`) : []),
  ]);
}
