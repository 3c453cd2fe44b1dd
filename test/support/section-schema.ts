import { z } from 'zod';
import { domainRecord } from '../../functions/core/record/schema.ts';

/** @returns schema of a section, by its path in the record; undefined when there is none */
export function schemaOf(path: string): z.ZodType | undefined {
  return path
    .split('.')
    .reduce<z.ZodType | undefined>((schema, name) => (schema && membersOf(schema))?.[name], domainRecord);
}

/** @returns the members of an object's schema, or of the objects in a list; undefined for other schemas */
export function membersOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  if (schema instanceof z.ZodNullable) return membersOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return membersOf(schema.element as z.ZodType);
  return schema instanceof z.ZodObject ? schema.shape : undefined;
}
