import { expect, test } from '@jest/globals';
import { auditTitle } from '../../../../functions/back-office/page/src/domain/audits/audit-title.ts';
import { issueWords } from '../../../../functions/back-office/page/src/domain/site/issues/issue-words.ts';
import { chineseRecord } from '../../../../functions/back-office/page/src/language/record/chinese.ts';
import { chineseSite } from '../../../../functions/back-office/page/src/language/site/chinese.ts';
import { englishSite } from '../../../../functions/back-office/page/src/language/site/english.ts';
import { englishRecord } from '../../../../functions/back-office/page/src/language/record/english.ts';
import { SEO_AUDITS } from '../../../../functions/core/analysis/audit/index.ts';
import { ISSUES } from '../../../../functions/core/sites/issues/index.ts';
import { readCases } from '../../../support/cases.ts';

const HAN = /\p{Script=Han}/u;
const inEnglish = { site: englishSite, record: englishRecord };
const inChinese = { site: chineseSite, record: chineseRecord };
const later = { id: 'later', title: 'Something is wrong', how_to_fix: 'Mend it.' };

test.each(ISSUES)('what $id is, and how it is fixed, is told in both languages', ({ id, title, howToFix }) => {
  const answered = { id, title, how_to_fix: howToFix };
  expect(issueWords(answered, inEnglish)).toEqual({ title, fix: howToFix });
  expect(issueWords(answered, inChinese)).toEqual({
    title: expect.stringMatching(HAN) as unknown,
    fix: expect.stringMatching(HAN) as unknown,
  });
});

test.each(SEO_AUDITS)('the title of $id if it passes is told in both languages', ({ id, title }) => {
  expect(auditTitle({ id, title, status: 'pass' }, englishRecord)).toBe(title);
  expect(auditTitle({ id, title, status: 'pass' }, chineseRecord)).toMatch(HAN);
});

test('no two issues have the same title in Chinese, but for those of an audit, and there are no words of others', () => {
  const own = Object.values(chineseSite.issues).map(({ title }) => title);
  expect(new Set(own).size).toBe(own.length);
  const ids = new Set(ISSUES.map(({ id }) => id));
  expect(Object.keys(chineseSite.issues).filter((id) => !ids.has(id))).toEqual([]);
  expect(Object.keys(chineseRecord.audits).sort()).toEqual(SEO_AUDITS.map(({ id }) => id).sort());
});

test('what the page does not know has the words of the answer', () => {
  expect(issueWords(later, inChinese)).toEqual({ title: later.title, fix: later.how_to_fix });
  expect(auditTitle({ ...later, status: 'fail' }, chineseRecord)).toBe(later.title);
});

test('the page has words for each extra check', () => {
  expect(Object.keys(englishRecord.checks)).toEqual(Object.keys(readCases<object>('audits/extra-checks')));
});
