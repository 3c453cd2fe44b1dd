import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { belongsToSeed, groupOf, groups } from '../../../../functions/seo-long-tail/grouping/group.ts';
import { normaliseKeyword } from '../../../../functions/shared/keywords/normalise.ts';
import { texts } from '../../keywords/texts.ts';

const ids = groups.map(({ id }) => id);

describe('the group of a phrase', () => {
  test.each([
    ['seo vs sem', 'comparisons', 'vs'],
    ['difference between seo and sem', 'comparisons', 'difference'],
    ['what is the difference between seo and sem', 'comparisons', 'difference'],
    ['seo or ads', 'comparisons', 'or'],
    ['what is seo and how does it work', 'questions', 'what'],
    ['how much does seo cost', 'questions', 'how much'],
    ['is seo dead', 'questions', 'is'],
    ['seo what is it', 'questions', 'what'],
    ['seo price list', 'commercial', 'price'],
    ['free seo tools', 'commercial', 'free'],
    ['seo agency near me', 'commercial', 'near me'],
    ['best seo tools and tips', 'recommendations', 'best'],
    ['how to do seo', 'how_to', 'how to'],
    ['seo for beginners', 'how_to', 'for beginners'],
    ['seo template', 'how_to', 'template'],
    ['seo plugin not working', 'problems', 'not working'],
    ['seo for dentists', 'prepositions', 'for'],
    ['seo is', 'prepositions', 'is'],
    ['seo tools', 'alphabetical', 't'],
    ['seo 2026', 'alphabetical', '2026'],
    ['local seo', 'related', null],
    ['seoul seo', 'related', null],
    ['seo', 'related', null],
  ])('%j is %s by %j', (phrase, group, modifier) => {
    expect(groupOf(phrase, 'SEO', 'en')).toEqual({ group, modifier });
  });

  test.each([
    ['智能客服系统哪个好', '智能客服系统', 'comparisons', '哪个好'],
    ['网站收录和排名的区别', '网站收录', 'comparisons', '区别'],
    ['网站收录与排名', '网站收录', 'comparisons', '与'],
    ['网站收录怎么做', '网站收录', 'questions', '怎么做'],
    ['什么是网站收录', '网站收录', 'questions', '什么是'],
    ['网站收录多少钱', '网站收录', 'commercial', '多少钱'],
    ['免费网站收录', '网站收录', 'commercial', '免费'],
    ['网站收录怎么样', '网站收录', 'recommendations', '怎么样'],
    ['网站收录哪家好', '网站收录', 'recommendations', '哪家好'],
    ['网站收录入门教程', '网站收录', 'how_to', '入门'],
    ['网站收录失败', '网站收录', 'problems', '失败'],
    ['适合新手的网站收录', '网站收录', 'prepositions', '适合'],
    ['网站收录seo', '网站收录', 'alphabetical', 's'],
    ['网站收录查询', '网站收录', 'related', null],
    ['怎么办理护照加急', '怎么办理护照', 'related', null],
  ])('%j from %j is %s by %j', (phrase, seed, group, modifier) => {
    expect(groupOf(phrase, seed, 'zh')).toEqual({ group, modifier });
  });

  test('is not decided by what the seed itself says', () => {
    expect(groupOf('best price list excel', 'best price list', 'en')).toEqual({ group: 'alphabetical', modifier: 'e' });
    expect(groupOf('how to cook rice', 'how to cook', 'en').group).toBe('alphabetical');
  });

  test('is one of the groups whatever the phrase, and the same every time', () => {
    fc.assert(
      fc.property(texts, texts, fc.constantFrom('en', 'zh', 'ja', 'constructor', ''), (phrase, seed, language) => {
        const { group } = groupOf(phrase, seed, language);
        expect(ids).toContain(group);
        expect(groupOf(normaliseKeyword(phrase), seed, language).group).toBe(group);
      }),
      { numRuns: 1000 },
    );
  });

  test('does not take long for long phrases', () => {
    for (const part of ['how ', 'seo', '怎么', 'a', 'c+', ' ']) {
      for (const seed of ['seo', 'a', '怎么', part.repeat(5_000)]) {
        expect(ids).toContain(groupOf(part.repeat(20_000), seed, 'en').group);
        expect(ids).toContain(groupOf(part.repeat(20_000), seed, 'zh').group);
      }
    }
  });
});

describe('a phrase belongs to a seed', () => {
  test.each([
    ['best seo tools', 'seo tools', true],
    ['tools for SEO', 'seo tools', true],
    ['seo tool', 'seo tools', false],
    ['seo tools', 'seo tools', false],
    ['SEO  Tools', 'seo tools', false],
    ['seoul', 'seo', false],
    ['c++ tutorial', 'c++', true],
    ['c tutorial', 'c++', false],
    ['长尾关键词怎么挖掘', '长尾关键词', true],
    ['长尾词挖掘', '长尾关键词', false],
    ['seo', '', false],
  ])('%j, %j: %j', (phrase, seed, belongs) => {
    expect(belongsToSeed(phrase, seed)).toBe(belongs);
  });
});
