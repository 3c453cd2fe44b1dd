import type { Modifiers } from '../modifiers.ts';

export const zhHans: Modifiers = {
  groups: {
    comparisons: {
      queries: '…哪个好|…区别|…和|…对比|…还是',
      anywhere: '哪个好|区别|差别|对比|比较|不同|还是|vs',
      beside: '和|与|跟',
    },
    questions: {
      queries: '…怎么|…是什么|为什么…|如何…|什么是…|…有没有|…吗|…多久',
      anywhere:
        '什么是|是什么意思|是什么|为什么|什么|怎么做|怎么|怎样|如何|为啥|哪个|哪里|哪些|哪家|哪种|谁|多久|多少|能不能|可不可以|可以|好不好|有没有|是不是|会不会|吗',
    },
    commercial: {
      queries: '…多少钱|…价格|…免费|…购买|…费用',
      anywhere: '多少钱|价格|价钱|费用|报价|收费|便宜|免费|购买|优惠|批发|厂家|出租|附近|买',
    },
    recommendations: {
      queries: '…推荐|…排行榜|…怎么样|…哪家好|…品牌',
      anywhere:
        '推荐|排行榜|排行|排名|哪家好|怎么样|品牌|十大|口碑|评价|测评|评测|好用|值得|比较好|哪个比较好|哪家比较好',
    },
    how_to: {
      queries: '…教程|…方法|…攻略|…技巧|…入门',
      anywhere: '教程|方法|步骤|攻略|指南|技巧|入门|流程|自学|模板|图解',
    },
    problems: {
      queries: '…问题|…原因|…缺点|…失败|…避坑',
      anywhere: '问题|失败|原因|避坑|缺点|坏处|风险|故障|错误|报错|副作用|骗局|不了|没用',
    },
    prepositions: {
      queries: '…适合|用…|…对|…在',
      anywhere: '适合|适用|关于|针对|对于',
      beside: '对|在|从|给|为|到|用|离',
    },
  },
  // Initials of pinyin.
  letters: 'sjzxygdb',
};
