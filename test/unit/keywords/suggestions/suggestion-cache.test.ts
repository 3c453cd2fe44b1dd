import { expect, test } from '@jest/globals';
import { createSuggestionCache } from '../../../../functions/core/keywords/suggestions/suggestion-cache.ts';
import { createTestTables } from '../../../support/dynamodb.ts';
import { keywordsTable } from '../../../support/keywords.ts';
import { useFresh } from '../../../support/use-opened.ts';

const locale = { language: 'en', region: 'US' };
const Key = { list: 'suggestions:en-US:tea', keyword: 'tea' };
const answer = { at: '2026-11-02T10:00:00.000Z', http_status: 200, phrases: ['green tea'] };
const tables = useFresh(() => createTestTables(keywordsTable));

test('answers of a newer version are ignored and preserved', async () => {
  const db = tables.db;
  const cache = createSuggestionCache(db, keywordsTable.name);
  await cache.write('tea', locale, 'google', answer);
  await db.update({
    TableName: keywordsTable.name,
    Key,
    UpdateExpression: 'SET newer_engine = :answer, newer_note = :nothing',
    ExpressionAttributeValues: { ':answer': answer, ':nothing': null },
  });
  await cache.recordLearned('tea', locale, 'modifier', answer.at);
  expect((await cache.read(['tea'], locale)).get('tea')).toEqual({ google: answer, learned_until: answer.at });
  const { Item } = await db.get({ TableName: keywordsTable.name, Key });
  expect(Item).toMatchObject({ newer_engine: answer, newer_note: null });
});
