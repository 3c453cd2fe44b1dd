import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { objectLists } from '../../../functions/shared/record/object-lists.ts';
import { domainAnswer } from '../../../functions/shared/record/schema.ts';

function objectListsOf(schema: z.ZodType, path: string[]): string[] {
  if (schema instanceof z.ZodNullable) return objectListsOf(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodObject ? [path.join('.')] : [];
  if (!(schema instanceof z.ZodObject)) return [];
  const members = Object.entries(schema.shape);
  return members.flatMap(([name, member]) => objectListsOf(member as z.ZodType, [...path, name]));
}

test('the lists of objects are those of the documented members', () => {
  expect([...objectLists].sort()).toEqual(objectListsOf(domainAnswer, []).sort());
});
