import { expect, test } from '@jest/globals';
import { historyMembers } from '../../../functions/shared/record/history-members.ts';
import { historyAnswer } from '../../../functions/shared/record/history-schema.ts';
import { membersOfSchema } from '../../support/schema-members.ts';

test('the names that can be chosen are those of the documented members, at every level', () => {
  expect(historyMembers).toEqual(membersOfSchema(historyAnswer));
});
