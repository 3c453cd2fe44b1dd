import type { Modifiers } from '../modifiers.ts';

export const zhHant: Modifiers = {
  groups: {
    comparisons: {
      queries: '…比較|…差別|…和|…哪個好|…還是',
      anywhere: '比較|差別|差異|區別|不同|哪個好|哪一個好|還是|vs',
      beside: '和|與|跟',
    },
    questions: {
      queries: '…是什麼|…怎麼|為什麼…|如何…|什麼是…|…可以|…嗎|…多久',
      anywhere:
        '什麼是|是什麼意思|是什麼|為什麼|什麼|怎麼做|怎麼|怎樣|如何|為何|哪個|哪裡|哪裏|哪些|哪家|哪種|誰|多久|多少|能不能|可不可以|可以|好不好|有沒有|是不是|會不會|意思|嗎',
    },
    commercial: {
      queries: '…價格|…多少錢|…便宜|…免費|…哪裡買|…費用',
      anywhere:
        '價格|價錢|多少錢|費用|報價|收費|便宜|免費|購買|優惠|折扣|特價|團購|批發|出租|租借|二手|附近|門市|專賣店|哪裡買|哪裡有賣|買|蝦皮|momo',
    },
    recommendations: {
      queries: '…推薦|…評價|…ptt|…排行|…品牌',
      anywhere:
        '推薦|排行榜|排行|排名|評價|評比|開箱|心得|怎麼樣|哪家好|品牌|十大|口碑|好用|值得|ptt|dcard|比較好|哪個比較好',
    },
    how_to: {
      queries: '…教學|…方法|…做法|…技巧|…入門',
      anywhere: '教學|方法|步驟|攻略|指南|技巧|入門|流程|自學|範本|範例|做法|食譜|用法|懶人包|怎麼用|新手',
    },
    problems: {
      queries: '…問題|…原因|…缺點|…失敗|…故障',
      anywhere: '問題|失敗|原因|缺點|壞處|風險|故障|錯誤|副作用|詐騙|壞掉|維修|不能用|沒用|災情',
    },
    prepositions: {
      queries: '…適合|用…|…對|…在',
      anywhere: '適合|適用|關於|針對|對於',
      beside: '對|在|從|給|為|到|用|離',
    },
  },
  // Latin letters of names and models; the input of this script is by other signs, which engines do not complete.
  letters: 'asptcmbd',
};
