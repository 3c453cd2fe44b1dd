import { expect, test } from '@jest/globals';
import { domainMembers } from '../../../functions/shared/record/members.ts';
import { domainAnswer } from '../../../functions/shared/record/schema.ts';
import { membersOfSchema } from '../../support/schema-members.ts';

test('the names that can be chosen are those of the documented members, at every level', () => {
  expect(domainMembers).toEqual(membersOfSchema(domainAnswer));
});
