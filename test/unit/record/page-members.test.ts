import { expect, test } from '@jest/globals';
import { pageMembers } from '../../../functions/shared/record/page-members.ts';
import { pageAnswer } from '../../../functions/shared/record/page-schema.ts';
import { membersOfSchema } from '../../support/schema-members.ts';

test('the names that can be chosen are those of the documented members, at every level', () => {
  expect(pageMembers).toEqual(membersOfSchema(pageAnswer));
});
