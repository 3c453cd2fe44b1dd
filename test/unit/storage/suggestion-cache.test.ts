import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../../functions/shared/storage/dynamodb/document-client.ts';
import { createSuggestionCache } from '../../../functions/shared/storage/suggestions/suggestion-cache.ts';
import { openTables, type TestTables } from '../../support/dynamodb.ts';
import { keywordsTable } from '../../support/keywords.ts';

const locale = { language: 'en', region: 'US' };
const Key = { list: 'suggestions:en-US:tea', keyword: 'tea' };
const answer = { at: '2026-11-02T10:00:00.000Z', http_status: 200, phrases: ['green tea'] };

let tables: TestTables;
beforeEach(async () => {
  tables = await openTables(keywordsTable);
});
afterEach(() => tables.close());

test('what a newer version has added to the answers is passed over, and stays', async () => {
  const documents = createDocumentClient(tables.client);
  const cache = createSuggestionCache(documents, keywordsTable.name);
  await cache.write('tea', locale, 'google', answer);
  await documents.send(
    new UpdateCommand({
      TableName: keywordsTable.name,
      Key,
      UpdateExpression: 'SET newer_engine = :answer, newer_note = :nothing',
      ExpressionAttributeValues: { ':answer': answer, ':nothing': null },
    }),
  );
  await cache.noteLearned('tea', locale, answer.at);
  expect((await cache.read(['tea'], locale)).get('tea')).toEqual({ google: answer, learned_until: answer.at });
  const { Item } = await documents.send(new GetCommand({ TableName: keywordsTable.name, Key }));
  expect(Item).toMatchObject({ newer_engine: answer, newer_note: null });
});
