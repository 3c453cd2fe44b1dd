import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { encodeRow } from '../../../../functions/core/crawls/store/evidence-rows.ts';
import { IssueTexts } from '../../../../functions/core/crawls/store/issue-texts.ts';
import type { IssueRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import { issueRowMembers } from '../../../../functions/core/record/members.computed.ts';

/** Texts with everything that may be mistaken for the end of a text, a list or a row. */
const text = fc
  .array(fc.constantFrom('"', '\\', ']', '[', ',', 'a', '{', '\n', '目', ']],["', ']],["broken-link","error"', '\\"'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const row: fc.Arbitrary<IssueRow> = fc.record({
  issue: fc.constantFrom('broken-link', 'title-missing', 'a'),
  severity: fc.constantFrom('error', 'warning', 'notice'),
  url: text,
  target: orNull(text),
  status: orNull(fc.nat(599)),
  element: orNull(text),
  value: orNull(fc.oneof(text, fc.nat())),
  expected: orNull(text),
  related: fc.array(text, { maxLength: 3 }),
});

const textsOf = (rows: readonly IssueRow[]) =>
  new IssueTexts(`[${rows.map((each) => encodeRow('issues', each)).join(',')}]`);

test('rows read from the text of an item are those that were encoded, in any order', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), fc.infiniteStream(fc.nat()), (rows, random) => {
      const texts = textsOf(rows);
      expect(texts.length).toBe(rows.length);
      for (const at of [...rows.keys(), ...random.take(rows.length)]) {
        const index = at % rows.length;
        const { url, target } = rows[index]!;
        expect(texts.targetAt(index)).toBe(target);
        expect([texts.urlAt(index), texts.targetAt(index)]).toEqual([url, target]);
        expect(texts.rowAt(index)).toEqual(rows[index]);
      }
    }),
    { numRuns: 500 },
  );
});

test('a text is read without decoding a row unless it contains a backslash', () => {
  const url = 'https://a.example/?a=b';
  const texts = new IssueTexts(`[["a","error","${url}",null,no JSON]]`);
  expect([texts.urlAt(0), texts.targetAt(0)]).toEqual([url, null]);
  expect(() => texts.rowAt(0)).toThrow(SyntaxError);
});

test('the first members of a row are texts, and the last one is a list', () => {
  expect(issueRowMembers.slice(0, 4)).toEqual(['issue', 'severity', 'url', 'target']);
  expect(issueRowMembers.at(-1)).toBe('related');
});
