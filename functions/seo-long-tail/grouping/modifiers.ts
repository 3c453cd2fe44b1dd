import type { GroupId } from './groups.ts';

/** Text that is added before or after a seed to form a query. It is used for queries, never for results. */
export interface Modifier {
  text: string;
  before: boolean;
}

/** Modifiers of a language, the most useful of each group first. */
export interface Modifiers {
  /** Between seed and modifier. */
  separator: '' | ' ';
  byGroup: Record<Exclude<GroupId, 'related'>, Modifier[]>;
}

const before = (list: string): Modifier[] => list.split('|').map((text) => ({ text, before: true }));
const after = (list: string): Modifier[] => list.split('|').map((text) => ({ text, before: false }));

const ENGLISH: Modifiers = {
  separator: ' ',
  byGroup: {
    questions: before('what|why|which|is|can|when|where|who|how much'),
    comparisons: after('vs|alternative|or|versus|and'),
    commercial: after('price|near me|free|buy|cheap'),
    recommendations: [...before('best'), ...after('review'), ...before('top'), ...after('reddit')],
    how_to: [...before('how to'), ...after('tutorial|for beginners|examples|template')],
    problems: after('problems|not working|mistakes|error'),
    prepositions: after('for|with|without|to|near'),
    // The letters that most English words begin with.
    alphabetical: after('s|c|p|a|b|t|m|d'),
  },
};

const CHINESE: Modifiers = {
  separator: '',
  byGroup: {
    questions: [...after('怎么|是什么'), ...before('为什么|如何|什么是'), ...after('有没有|吗|多久')],
    comparisons: after('哪个好|区别|和|对比|还是'),
    commercial: after('多少钱|价格|免费|购买|费用'),
    recommendations: after('推荐|排行榜|怎么样|哪家好|品牌'),
    how_to: after('教程|方法|攻略|技巧|入门'),
    problems: after('问题|原因|缺点|失败|避坑'),
    prepositions: [...after('适合'), ...before('用'), ...after('对|在')],
    // Initials of pinyin: the letters that most Chinese words begin with.
    alphabetical: after('s|j|z|x|y|g|d|b'),
  },
};

const BY_LANGUAGE = new Map([
  ['en', ENGLISH],
  ['zh', CHINESE],
]);

/** @returns null for a language without modifiers: only the seed is queried */
export const modifiersOf = (language: string): Modifiers | null => BY_LANGUAGE.get(language) ?? null;
