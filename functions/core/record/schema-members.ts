import { z } from 'zod';
import { ANY, type Members } from '../platform/http/fields.ts';

/**
 * Returns the names of the members of an object's schema, or of the objects in a list; `null` for other schemas. Members
 * without members of their own come first: the columns of a table of records have this order.
 */
export function membersOfSchema(schema: z.ZodType): Members | null {
  if (schema instanceof z.ZodNullable) return membersOfSchema(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return membersOfSchema(schema.element as z.ZodType);
  if (schema instanceof z.ZodRecord) return { [ANY]: membersOfSchema(schema.valueType as z.ZodType) };
  if (!(schema instanceof z.ZodObject)) return null;
  const members = Object.entries(schema.shape).map(([name, member]) => {
    return [name, membersOfSchema(member as z.ZodType)] as const;
  });
  const isPlain = ([, below]: (typeof members)[number]) => below === null;
  return Object.fromEntries([...members.filter(isPlain), ...members.filter((member) => !isPlain(member))]);
}

/** Returns the dotted names of the members that are lists of objects, without those inside such a list. */
export function objectListsOfSchema(schema: z.ZodType, path: string[] = []): string[] {
  if (schema instanceof z.ZodNullable) return objectListsOfSchema(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodObject ? [path.join('.')] : [];
  if (!(schema instanceof z.ZodObject)) return [];
  const members = Object.entries(schema.shape);
  return members.flatMap(([name, member]) => objectListsOfSchema(member as z.ZodType, [...path, name]));
}
