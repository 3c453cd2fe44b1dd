import type { Members } from '../../functions/core/platform/http/fields.ts';

/** @returns the dotted names of all members */
export function dottedNames(members: Members, prefix = ''): string[] {
  return Object.entries(members).flatMap(([name, below]) => [
    `${prefix}${name}`,
    ...(below ? dottedNames(below, `${prefix}${name}.`) : []),
  ]);
}
