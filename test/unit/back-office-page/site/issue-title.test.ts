import { expect, test } from '@jest/globals';
import { issueTitle } from '../../../../functions/back-office/page/src/domain/site/issues/issue-title.ts';
import { chinese } from '../../../../functions/back-office/page/src/language/chinese.ts';
import { chineseSite } from '../../../../functions/back-office/page/src/language/site/chinese.ts';
import { englishSite } from '../../../../functions/back-office/page/src/language/site/english.ts';
import { english } from '../../../../functions/back-office/page/src/language/english.ts';
import { ISSUES } from '../../../../functions/shared/website/issues/index.ts';

const inEnglish = { site: englishSite, text: english };
const inChinese = { site: chineseSite, text: chinese };

test.each(ISSUES.map(({ id, title }) => [id, title]))('%s has its own title in both languages', (id, title) => {
  expect(issueTitle({ id, title }, inEnglish)).toBe(title);
  expect(issueTitle({ id, title }, inChinese)).toMatch(/\p{Script=Han}/u);
});

test('no two issues have the same title in Chinese, but for those of an audit', () => {
  const own = Object.values(chineseSite.issue_titles);
  expect(new Set(own).size).toBe(own.length);
  const ids = new Set(ISSUES.map(({ id }) => id));
  expect(Object.keys(chineseSite.issue_titles).filter((id) => !ids.has(id))).toEqual([]);
});

test('an issue that the page does not know has the title of the answer', () => {
  expect(issueTitle({ id: 'later', title: 'Something is wrong' }, inChinese)).toBe('Something is wrong');
});
