import { z } from 'zod';
import { ANY, type Members } from '../../functions/shared/http/fields.ts';

/** @returns the names of the members of an object's schema, or of the objects in a list; `null` for other schemas */
export function membersOfSchema(schema: z.ZodType): Members | null {
  if (schema instanceof z.ZodNullable) return membersOfSchema(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return membersOfSchema(schema.element as z.ZodType);
  if (schema instanceof z.ZodRecord) return { [ANY]: membersOfSchema(schema.valueType as z.ZodType) };
  if (!(schema instanceof z.ZodObject)) return null;
  const members = Object.entries(schema.shape);
  return Object.fromEntries(members.map(([name, member]) => [name, membersOfSchema(member as z.ZodType)]));
}

/** @returns the dotted names of all members */
export function dottedNames(members: Members, prefix = ''): string[] {
  return Object.entries(members).flatMap(([name, below]) => [
    `${prefix}${name}`,
    ...(below ? dottedNames(below, `${prefix}${name}.`) : []),
  ]);
}
