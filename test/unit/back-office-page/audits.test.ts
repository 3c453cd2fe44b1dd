import { describe, expect, test } from '@jest/globals';
import {
  checkTexts,
  heaviestFirst,
  pointsOf,
} from '../../../functions/back-office/page/src/domain/audits/audit-results.ts';
import {
  auditTextsIn,
  auditTitle,
  explanationOf,
} from '../../../functions/back-office/page/src/language/audit-texts.ts';
import { createFormat } from '../../../functions/back-office/page/src/language/format.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import audits from '../../../functions/back-office/page/src/locales/audits.zh.json' with { type: 'json' };
import english from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import chinese from '../../../functions/back-office/page/src/locales/zh.json' with { type: 'json' };
import { SEO_AUDITS } from '../../../functions/core/analysis/audit/index.ts';
import { readCases } from '../../support/cases.ts';
import { sampleRecord } from '../../browser/support/sample-record.ts';

const HAN = /\p{Script=Han}/u;
const inEnglish = createTranslate(english, 'en');
const inChinese = createTranslate({ ...chinese, ...audits }, 'zh-CN');
const results = sampleRecord('shop.example', { updatedAt: '2026-11-21T10:00:00.000Z', score: 86 }).audit!.audits;
const resultOf = (id: string) => results.find((one) => one.id === id)!;

describe.each(SEO_AUDITS)('the audit $id', ({ id, title, failureTitle }) => {
  test('has its titles, its impact and how to fix it in both languages', () => {
    const [texts, ofChinese] = [auditTextsIn(inEnglish), auditTextsIn(inChinese)];
    expect(auditTitle({ id, title: '', status: 'pass' }, texts)).toBe(title);
    expect(auditTitle({ id, title: '', status: 'fail' }, texts)).toBe(failureTitle);
    const { passed, failed, fix } = ofChinese[id]!;
    for (const text of [passed, failed, fix, inChinese(`audits.impacts.${id}` as 'audits.impacts.canonical')])
      expect(text).toMatch(HAN);
    expect(inEnglish.has(`audits.impacts.${id}`)).toBe(true);
  });
});

test('an audit of a later version has the texts of the record', () => {
  const later = { ...resultOf('image-alt'), id: 'later', title: 'Something is wrong', explanation_code: 'later' };
  expect(auditTitle(later, auditTextsIn(inChinese))).toBe('Something is wrong');
  expect(explanationOf(later, inChinese)).toBe('15 of 18 images fail.');
});

test('an explanation is translated by its code, and stays English in records of older versions', () => {
  const { explanation_code: _, explanation_params: __, ...older } = resultOf('image-alt');
  expect(explanationOf(resultOf('image-alt'), inChinese)).toBe('18 张图片中有 15 张不合格。');
  expect(explanationOf(resultOf('image-alt'), inEnglish)).toBe('15 of 18 images fail.');
  expect(explanationOf(older, inChinese)).toBe('15 of 18 images fail.');
});

test('failed audits are sorted by weight, the greatest first', () => {
  const heavy = { ...resultOf('meta-description'), weight: 4 };
  const all = [...results.filter(({ id }) => id !== heavy.id), heavy];
  expect(heaviestFirst(all, 'fail').map(({ id }) => id)).toEqual(['meta-description', 'image-alt']);
});

test('the points of an audit are its share of the applicable weights', () => {
  expect(results.map((result) => pointsOf(result, results))).toEqual([25, 25, 25, 25, 25]);
  const heavy = { ...resultOf('image-alt'), weight: 5 };
  expect(pointsOf(heavy, [heavy, resultOf('document-title'), resultOf('hreflang')])).toBe(83);
});

test.each(Object.keys(readCases<object>('audits/extra-checks')))('the check %s has texts in both languages', (id) => {
  const check = { id, status: 'pass', value: 5, unit: 'words', threshold: 'at least 4' } as const;
  const texts = checkTexts(check, inChinese, createFormat('zh-CN'));
  expect(texts.name).toMatch(HAN);
  expect(texts.value).toBe('5 词');
  expect(checkTexts(check, inEnglish, createFormat('en')).name).not.toBe(id);
});

test('a check of a later version has the texts of the record', () => {
  const check = { id: 'later', status: 'warn', value: true, unit: null, threshold: 'no' } as const;
  expect(checkTexts(check, inEnglish, createFormat('en'))).toEqual({ name: 'later', value: 'yes', passes: 'no' });
});
