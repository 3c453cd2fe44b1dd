import { expect, test } from '@jest/globals';
import { issueWords } from '../../../../functions/back-office/page/src/domain/site/issues/issue-words.ts';
import { chineseRecord } from '../../../../functions/back-office/page/src/language/record/chinese.ts';
import { chineseSite } from '../../../../functions/back-office/page/src/language/site/chinese.ts';
import { englishSite } from '../../../../functions/back-office/page/src/language/site/english.ts';
import { englishRecord } from '../../../../functions/back-office/page/src/language/record/english.ts';
import { ISSUES } from '../../../../functions/shared/website/issues/index.ts';

const HAN = /\p{Script=Han}/u;
const inEnglish = { site: englishSite, record: englishRecord };
const inChinese = { site: chineseSite, record: chineseRecord };

test.each(ISSUES.map(({ id, title, howToFix }) => [id, title, howToFix]))(
  'what %s is, and how it is fixed, is told in both languages',
  (id, title, how_to_fix) => {
    expect(issueWords({ id, title, how_to_fix }, inEnglish)).toEqual({ title, fix: how_to_fix });
    const chinese = issueWords({ id, title, how_to_fix }, inChinese);
    expect([chinese.title, chinese.fix]).toEqual([expect.stringMatching(HAN), expect.stringMatching(HAN)]);
  },
);

test('no two issues have the same title in Chinese, but for those of an audit', () => {
  const own = Object.values(chineseSite.issues).map(({ title }) => title);
  expect(new Set(own).size).toBe(own.length);
  const ids = new Set(ISSUES.map(({ id }) => id));
  expect(Object.keys(chineseSite.issues).filter((id) => !ids.has(id))).toEqual([]);
});

test('an issue that the page does not know has the words of the answer', () => {
  const later = { id: 'later', title: 'Something is wrong', how_to_fix: 'Mend it.' };
  expect(issueWords(later, inChinese)).toEqual({ title: 'Something is wrong', fix: 'Mend it.' });
});
