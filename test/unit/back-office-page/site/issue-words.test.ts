import { expect, test } from '@jest/globals';
import { auditTitle } from '../../../../functions/back-office/page/src/domain/audits/audit-title.ts';
import { issueWords } from '../../../../functions/back-office/page/src/domain/site/issues/issue-words.ts';
import { chineseRecord } from '../../../../functions/back-office/page/src/language/record/chinese.ts';
import { englishRecord } from '../../../../functions/back-office/page/src/language/record/english.ts';
import issueTexts from '../../../../functions/back-office/page/src/locales/issues.zh.json' with { type: 'json' };
import { SEO_AUDITS } from '../../../../functions/core/analysis/audit/index.ts';
import { ISSUES } from '../../../../functions/core/sites/issues/index.ts';
import { readCases } from '../../../support/cases.ts';

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

test.each(SEO_AUDITS)('the title of $id if it passes is told in both languages', ({ id, title }) => {
  expect(auditTitle({ id, title, status: 'pass' }, englishRecord)).toBe(title);
  expect(auditTitle({ id, title, status: 'pass' }, chineseRecord)).toMatch(HAN);
});

test('no two issues have the same title in Chinese, and there are no texts of others', () => {
  const titles = Object.values(issueTexts).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(Object.keys(issueTexts)).toEqual(ISSUES.map(({ id }) => id));
  expect(Object.keys(chineseRecord.audits).sort()).toEqual(SEO_AUDITS.map(({ id }) => id).sort());
});

test.each([
  ['in English', 'broken-link', {}],
  ['of a later version', 'later', issueTexts],
])('an issue %s has the texts of the answer', (_case, id, texts) => {
  const { title, impact, how_to_fix: advice } = later;
  expect(issueWords({ ...later, id }, texts)).toEqual({ title, impact, advice });
});

test('an audit of a later version has the title of the answer', () => {
  expect(auditTitle({ ...later, status: 'fail' }, chineseRecord)).toBe(later.title);
});

test('the page has words for each extra check', () => {
  expect(Object.keys(englishRecord.checks)).toEqual(Object.keys(readCases<object>('audits/extra-checks')));
});
