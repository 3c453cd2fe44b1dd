import { describe, expect, test } from '@jest/globals';
import { codeBlocks } from '../../support/markdown.ts';
import { differences, isPartOf, matchesText } from '../../support/shown-answer.ts';

describe('Answers that pages show', () => {
  test.each([
    ['a member that there is not', { data: { score: 1 } }, { data: { rank: 1 } }],
    ['another value', { data: { score: 1 } }, { data: { score: 2 } }],
    ['a value for null', { score: 1 }, { score: null }],
    ['another type of a member that varies', { age_seconds: 3 }, { age_seconds: '3' }],
    ['a word where a time is', { updated_at: 'now' }, { updated_at: '2026-11-21T13:00:12.322Z' }],
    ['items in another order', { engines: ['bing', 'google'] }, { engines: ['google', 'bing'] }],
    ['an item that there is not', { items: [{ id: 1 }] }, { items: [] }],
    ['the beginning of another text', { _key: 'A9…' }, { _key: 'B9ED0E' }],
  ])('may not show %s', (_, shown, real) => {
    expect(differences(shown, real)).toHaveLength(1);
  });

  test.each([
    ['leave out members', { a: 1 }, { a: 1, b: 2 }],
    ['leave out items', { items: [{ id: 1 }, '…', { id: 4 }] }, { items: [1, 2, 3, 4].map((id) => ({ id })) }],
    [
      'show other times, durations and ranks',
      { updated_at: '2026-11-21T13:00:12.322Z', tranco: { rank: 3 } },
      { updated_at: '2027-01-01T00:00:00.000Z', tranco: { rank: 4 } },
    ],
    ['cut a text', { _key: 'A9…' }, { _key: 'A9ED0E' }],
  ])('may %s', (_, shown, real) => {
    expect(differences(shown, real)).toEqual([]);
  });

  test('may be a part of what came', () => {
    expect(isPartOf({ id: 2 }, [{ data: { items: [{ id: 1 }, { id: 2, name: 'two' }] } }])).toBe(true);
    expect(isPartOf({ id: 3 }, [{ data: { items: [{ id: 1 }, { id: 2, name: 'two' }] } }])).toBe(false);
  });

  test('leave out anything of a text but what they show', () => {
    expect(matchesText('a (1)\n…\nz', 'a (1)\r\nb\r\nz\r\n')).toBe(true);
    expect(matchesText('a\n…\nz', 'a\nb\ny')).toBe(false);
    expect(matchesText('4.21', '4x21')).toBe(false);
  });

  test('stand in fenced blocks, known by line, language and the comment above', () => {
    const page = ['# A', '', '<!-- needs AWS -->', '', '```sh', 'one', 'two', '```', '', '~~~', 'x', '~~~'].join('\n');
    expect(codeBlocks(page)).toEqual([
      { language: 'sh', code: 'one\ntwo', line: 5, note: 'needs AWS' },
      { language: '', code: 'x', line: 10, note: null },
    ]);
  });
});
