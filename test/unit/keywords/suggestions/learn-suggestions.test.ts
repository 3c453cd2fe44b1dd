import { expect, test } from '@jest/globals';
import { createKeywordIndex } from '../../../../functions/core/keywords/index/keyword-index.ts';
import { createLearningRuns } from '../../../../functions/core/keywords/suggestions/learning-runs.ts';
import { learnSuggestions } from '../../../../functions/core/keywords/suggestions/learn-suggestions.ts';
import { createSuggestionCache } from '../../../../functions/core/keywords/suggestions/suggestion-cache.ts';
import { createTestTables } from '../../../support/dynamodb.ts';
import { keywordsTable } from '../../../support/keywords.ts';
import { useFresh } from '../../../support/use-opened.ts';

const locale = { language: 'en', region: 'US' };
const at = '2026-11-02T10:00:00.000Z';
const longTail = ['camping stove', 'what camping stove'];
const search = ['what camping stove'];
const tables = useFresh(() => createTestTables(keywordsTable));

test.each([
  ['a long tail first', [longTail, search]],
  ['a search first', [search, longTail]],
  ['a long tail between two searches', [search, longTail, search]],
])('answers have the same facts when they are indexed for %s', async (_order, messages) => {
  const suggestions = createSuggestionCache(tables.db, keywordsTable.name);
  const index = createKeywordIndex(tables.db, keywordsTable.name);
  const runs = createLearningRuns(tables.db, keywordsTable.name, Date.now);
  const phrases = ['what camping stove to buy'];
  await suggestions.write('what camping stove', locale, 'google', { at, http_status: 200, phrases });
  for (const queries of messages) {
    await learnSuggestions({ task: 'learn-suggestions', queries, locale, queuedAt: 0 }, { index, suggestions, runs });
  }
  const facts = await index.read(phrases);
  expect(facts.get(phrases[0]!)).toMatchObject({ ranks: { google: 1 }, short_ranks: { google: 1 } });
});
