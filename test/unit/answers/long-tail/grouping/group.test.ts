import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { belongsToSeed, groupOf, groups } from '../../../../../functions/shared/answers/long-tail/grouping/group.ts';
import { normaliseKeyword } from '../../../../../functions/shared/keywords/normalise.ts';
import { texts } from '../../../keywords/texts.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ja', 'zh', 'zh-Hant'];
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
    // What is asked comes before words that stand further behind.
    ['how to get seo for free', 'how_to', 'how to'],
    ['how to choose between seo and ads', 'how_to', 'how to'],
    ['what is the best seo tool', 'questions', 'what'],
    ['where to buy seo', 'questions', 'where'],
    ['seo freelancer', 'alphabetical', 'f'],
    ['seo pricelist', 'alphabetical', 'p'],
    ['canned seo', 'related', null],
    ['seo shortcuts', 'alphabetical', 's'],
    ['is seo worth it', 'questions', 'is'],
    ['seo worth it', 'recommendations', 'worth it'],
    ['seo for sale', 'commercial', 'for sale'],
    ['seo won’t load', 'problems', "won't"],
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

  test.each([
    ['网站收录用户', '网站收录', 'related', null],
    ['网站收录比较好的平台', '网站收录', 'recommendations', '比较好'],
    ['如何免费网站收录', '网站收录', 'questions', '如何'],
  ])('Chinese: %j from %j is %s by %j', (phrase, seed, group, modifier) => {
    expect(groupOf(phrase, seed, 'zh')).toEqual({ group, modifier });
  });

  test.each([
    ['en', 'dog food', 'how to dog food for free', 'how_to'],
    ['en', 'nurse shirt', 'nurse shirts near me', 'commercial'],
    ['en', 'nurse shirt', 'funny shirts for nurses', 'prepositions'],
    ['de', 'zelt', 'zelt kaufen', 'commercial'],
    ['de', 'zelt', 'günstige zelte', 'commercial'],
    ['de', 'zelt', 'zelt selber machen', 'how_to'],
    ['de', 'zelt', 'wie viel kostet ein zelt', 'questions'],
    ['de', 'zelt', 'wo kann man günstig ein zelt kaufen', 'questions'],
    ['de', 'zelt', 'zelt oder wohnwagen', 'comparisons'],
    ['de', 'zelt', 'zelt im test', 'recommendations'],
    ['de', 'zelt', 'zelt für anfänger', 'how_to'],
    ['de', 'zelt', 'zelt für 4 personen', 'prepositions'],
    ['de', 'zelt', 'zelt preisliste', 'alphabetical'],
    ['de', 'zelt', 'testzelt', 'related'],
    ['fr', 'tente', 'tente pas cher', 'commercial'],
    ['fr', 'tente', 'tentes pas chères', 'commercial'],
    ['fr', 'tente', 'comment faire une tente', 'how_to'],
    ['fr', 'tente', 'comment acheter une tente pas chère', 'questions'],
    ['fr', 'tente', "qu'est-ce qu'une tente", 'questions'],
    ['fr', 'tente', 'tente ou caravane', 'comparisons'],
    ['fr', 'tente', 'meilleure tente', 'recommendations'],
    ['fr', 'tente', 'tente ne marche pas', 'problems'],
    ['fr', 'tente', 'tente pour 4 personnes', 'prepositions'],
    ['fr', 'tente', "tente d'occasion", 'commercial'],
    ['fr', 'tente', 'tente pasteur', 'alphabetical'],
    ['es', 'tienda', 'tienda barata', 'commercial'],
    ['es', 'tienda', 'cómo hacer una tienda gratis', 'how_to'],
    ['es', 'tienda', 'qué es una tienda', 'questions'],
    ['es', 'zapato', 'mejores zapatos', 'recommendations'],
    ['es', 'tienda', 'tienda no funciona', 'problems'],
    ['es', 'tienda', 'tienda para playa', 'prepositions'],
    ['es', 'tienda', 'diferencia entre tienda y carpa', 'comparisons'],
    ['es', 'tienda', 'tienda precioso', 'alphabetical'],
    ['it', 'tenda', 'tenda prezzi', 'commercial'],
    ['it', 'tenda', 'come si fa una tenda', 'how_to'],
    ['it', 'tenda', "cos'è una tenda", 'questions'],
    ['it', 'tenda', 'tende usate', 'commercial'],
    ['it', 'tenda', 'migliori tende', 'recommendations'],
    ['it', 'tenda', 'tenda da campeggio', 'prepositions'],
    ['it', 'tenda', 'tenda non funziona', 'problems'],
    ['pt', 'barraca', 'barracas baratas', 'commercial'],
    ['pt', 'barraca', 'como fazer barraca', 'how_to'],
    ['pt', 'barraca', 'o que é barraca', 'questions'],
    ['pt', 'barraca', 'melhor barraca', 'recommendations'],
    ['pt', 'barraca', 'barraca não funciona', 'problems'],
    ['pt', 'barraca', 'barraca para praia', 'prepositions'],
    ['pt', 'barraca', 'barraca valorizada', 'alphabetical'],
    ['ja', 'テント', 'テント おすすめ', 'recommendations'],
    ['ja', 'テント', 'テントおすすめ', 'recommendations'],
    ['ja', 'テント', 'テント 作り方', 'how_to'],
    ['ja', 'テント', 'テント とは', 'questions'],
    ['ja', 'テント', 'テント どこで買える', 'commercial'],
    ['ja', 'テント', 'テント 初心者 おすすめ', 'recommendations'],
    ['ja', 'テント', 'テント 違い', 'comparisons'],
    ['ja', 'テント', 'テント いつもの場所', 'alphabetical'],
    ['ja', 'テント', 'テント 大型', 'alphabetical'],
    ['ja', 'テント', 'キャンプ テント', 'related'],
    ['zh-Hant', '帳篷', '帳篷推薦', 'recommendations'],
    ['zh-Hant', '帳篷', '帳篷怎麼搭', 'questions'],
    ['zh-Hant', '帳篷', '帳篷哪裡買', 'commercial'],
    ['zh-Hant', '帳篷', '帳篷教學', 'how_to'],
    ['zh-Hant', '帳篷', '帳篷和天幕差別', 'comparisons'],
    ['zh-Hant', '帳篷', '帳篷 ptt', 'recommendations'],
    ['zh-Hant', '帳篷', '帳篷收納', 'related'],
    ['ru', 'палатка', 'палатка купить', 'alphabetical'],
    ['ru', 'палатка', 'палатки купить', 'alphabetical'],
    ['ru', 'палатка', 'большая палатка', 'related'],
    ['th', 'เต็นท์', 'เต็นท์ ราคา', 'alphabetical'],
  ])('in %s: of %j, %j is %s', (language, seed, phrase, group) => {
    expect(groupOf(phrase, seed, language).group).toBe(group);
  });

  test('is not decided by what the seed itself says', () => {
    expect(groupOf('best price list excel', 'best price list', 'en')).toEqual({ group: 'alphabetical', modifier: 'e' });
    expect(groupOf('how to cook rice', 'how to cook', 'en').group).toBe('alphabetical');
  });

  test('is one of the groups whatever the phrase, and the same every time', () => {
    fc.assert(
      fc.property(texts, texts, fc.constantFrom(...LANGUAGES, 'ru', 'th'), (phrase, seed, language) => {
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
    ['nurse shirts', 'nurse shirt', true],
    ['shirts for nurses', 'nurse shirt', true],
    ['nursing shirts', 'nurse shift', false],
    ['c shirts', 'c++ shirt', false],
  ])('%j, %j: %j', (phrase, seed, belongs) => {
    expect(belongsToSeed(phrase, seed, 'en')).toBe(belongs);
  });

  test.each([
    ['zelte kaufen', 'zelt', 'de', true],
    ['zelte kaufen', 'zelt', 'ru', false],
    ['palatki', 'палатка', 'ru', false],
    ['палатки купить', 'палатка', 'ru', true],
    ['テントおすすめ', 'テント', 'ja', true],
  ])('%j, %j in %s: %j', (phrase, seed, language, belongs) => {
    expect(belongsToSeed(phrase, seed, language)).toBe(belongs);
  });
});
