import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens, shorten } from '../../../functions/mcp/shorten.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

test('what is short enough stays as it is', () => {
  const value = { a: 1, b: ['x', null], c: { d: 'y' } };
  expect(shorten(value, 1_000)).toEqual({ value, shortened: [] });
});

test('a text of more than 300 characters is cut in any case, and named', () => {
  const { value, shortened } = shorten({ page: { title: { untrusted_text: 'a'.repeat(400) } } }, 1_000);
  expect(value).toEqual({ page: { title: { untrusted_text: `${'a'.repeat(300)}…` } } });
  expect(shortened).toEqual(['page.title']);
});

test('lists and texts are cut until the whole is short enough, and those that were cut are named', () => {
  const value = { items: Array.from({ length: 500 }, () => ({ text: words(30) })), count: 500 };
  const { value: short, shortened } = shorten(value, 1_000);
  expect(estimateTokens(JSON.stringify(short))).toBeLessThanOrEqual(1_000);
  expect((short.items as object[]).length).toBeGreaterThan(2);
  expect([short.count, shortened]).toEqual([500, expect.arrayContaining(['items'])]);
});

test('no character is cut in two', () => {
  const { value } = shorten({ text: `a${'😀'.repeat(200)}` }, 1_000);
  expect((value.text as string).isWellFormed()).toBe(true);
});

describe('the estimate is not below what a tokenizer counts', () => {
  // Letters at random are a token each or two: names and addresses are made of words, as those of the contract are.
  const word = fc.lorem({ maxCount: 1 }).map((text) => text.replace(/\W/g, ''));
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('_'));
  const address = fc.tuple(word, name, fc.nat()).map(([host, path, id]) => `https://www.${host}.com/${path}?id=${id}`);
  const member = fc.oneof(
    fc.lorem(),
    address,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(
      '汉字关键词工具排名',
      'ключевые слова',
      'مفتاح',
      'キーワード',
      '2026-11-23T08:23:05.153Z',
      null,
      true,
    ),
  );
  const record = fc.dictionary(name, fc.oneof(member, fc.array(member)), { minKeys: 5, maxKeys: 60 });

  test('of records', () => {
    fc.assert(
      fc.property(record, (value) => {
        const json = JSON.stringify(value);
        expect(countTokens(json)).toBeLessThanOrEqual(1.1 * estimateTokens(json) + 10);
      }),
    );
  });

  test.each(['😀', 'ᚠ', '€', '%E3%81%82', '{}', '0', '-', 'word ', 'q7', '字', 'ÿ', '\u0000'])('of many %j', (text) => {
    const json = JSON.stringify(text.repeat(200));
    expect(countTokens(json)).toBeLessThanOrEqual(1.1 * estimateTokens(json) + 10);
  });

  test('by more than half, of letters at random', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z_]{1,100}$/), (text) => {
        const json = JSON.stringify(text);
        expect(countTokens(json)).toBeLessThanOrEqual(2 * estimateTokens(json) + 5);
      }),
    );
  });
});
