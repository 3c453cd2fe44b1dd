import { expect, test } from '@jest/globals';
import { issueWords } from '../../../../functions/back-office/page/src/language/issue-texts.ts';
import issueTexts from '../../../../functions/back-office/page/src/locales/issues.zh.json' with { type: 'json' };
import { ISSUES } from '../../../../functions/core/sites/issues/index.ts';

const HAN = /\p{Script=Han}/u;
const later = { id: 'later', title: 'Something is wrong', impact: 'It costs something.', how_to_fix: 'Mend it.' };

test.each(ISSUES)('$id has a title, an impact and an advice in Chinese', ({ id, title, impact, howToFix }) => {
  const sentence = expect.stringMatching(/\p{Script=Han}.*。$/u) as unknown;
  expect(issueWords({ id, title, impact, how_to_fix: howToFix }, issueTexts)).toEqual({
    title: expect.stringMatching(HAN) as unknown,
    impact: sentence,
    advice: sentence,
  });
});

test('titles of issues in Chinese are unique, and there are no texts of unknown issues', () => {
  const titles = Object.values(issueTexts).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(Object.keys(issueTexts)).toEqual(ISSUES.map(({ id }) => id));
});

test.each([
  ['in English', 'broken-link', {}],
  ['of a later version', 'later', issueTexts],
])('an issue %s has the texts of the answer', (_case, id, texts) => {
  const { title, impact, how_to_fix: advice } = later;
  expect(issueWords({ ...later, id }, texts)).toEqual({ title, impact, advice });
});
