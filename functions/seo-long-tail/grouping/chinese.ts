import type { Grouped, Surroundings } from './surroundings.ts';
import type { GroupId } from './groups.ts';

/** By priority. `directlyAfter` and `directlyBefore`: words that count only next to the seed. */
const GROUPS: { group: GroupId; anywhere: RegExp; directlyAfter?: RegExp; directlyBefore?: RegExp }[] = [
  {
    group: 'comparisons',
    anywhere: /哪个好|区别|差别|对比|比较(?!好)|不同|还是|(?<![a-z])vs(?![a-z])/,
    directlyAfter: /^[和与跟]/,
    directlyBefore: /[和与跟]$/,
  },
  {
    group: 'questions',
    anywhere:
      /什么是|是什么意思|是什么|为什么|什么|怎么做|怎么(?!样)|怎样|如何|为啥|哪个|哪里|哪些|哪家(?!好)|哪种|谁|多久|多少(?!钱)|能不能|可不可以|可以|好不好|有没有|是不是|会不会|吗/,
  },
  {
    group: 'commercial',
    anywhere: /多少钱|价格|价钱|费用|报价|收费|便宜|免费|购买|优惠|批发|厂家|出租|附近|买/,
  },
  { group: 'recommendations', anywhere: /推荐|排行榜|排行|排名|哪家好|怎么样|品牌|十大|口碑|评价|测评|评测|好用|值得/ },
  { group: 'how_to', anywhere: /教程|方法|步骤|攻略|指南|技巧|入门|流程|自学|模板|图解/ },
  { group: 'problems', anywhere: /问题|失败|原因|避坑|缺点|坏处|风险|故障|错误|报错|副作用|骗局|不了|没用/ },
  {
    group: 'prepositions',
    anywhere: /适合|适用|关于|针对|对于/,
    directlyAfter: /^[对在从给为到用离]/,
    directlyBefore: /[对在从给为到用离]$/,
  },
];

/** @returns the first group with a word in the surroundings of a Chinese seed; null if there is none */
export function chineseGroup({ before, after }: Surroundings): Grouped | null {
  const left = before.trimEnd();
  const right = after.trimStart();
  for (const { group, anywhere, directlyAfter, directlyBefore } of GROUPS) {
    const word = (anywhere.exec(`${left} ${right}`) ?? directlyAfter?.exec(right) ?? directlyBefore?.exec(left))?.[0];
    if (word) return { group, modifier: word };
  }
  return null;
}
