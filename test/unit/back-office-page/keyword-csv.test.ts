import { expect, test } from '@jest/globals';
import { keywordCsv } from '../../../functions/back-office/page/src/keywords/keyword-csv.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import chinese from '../../../functions/back-office/page/src/locales/zh.json' with { type: 'json' };
import english from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };

const header = ['keyword', 'score', 'search_volume', 'cpc_usd', 'engines'];
const t = createTranslate(english, 'en');

test('a CSV of keywords has no column of a paid metric that is known of none of them', () => {
  const rows = [
    ['a', 1, null, null, ''],
    ['b', null, 7, null, ''],
  ];
  expect(keywordCsv({ header, rows }, t)).toBe('keyword,score,search_volume,engines\r\na,1,,\r\nb,,7,\r\n');
  expect(keywordCsv({ header, rows: rows.slice(0, 1) }, t)).toBe('keyword,score,engines\r\na,1,\r\n');
});

test('a CSV of keywords has the names of engines', () => {
  const rows = [['a', 1, null, null, 'google so360 baidu']];
  expect(keywordCsv({ header, rows }, t)).toContain('a,1,Google 360 Baidu\r\n');
  expect(keywordCsv({ header, rows }, createTranslate(chinese, 'zh'))).toContain('a,1,Google 360 百度\r\n');
});
