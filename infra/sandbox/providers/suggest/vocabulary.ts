import { languageOf } from '../../../../functions/shared/keywords/language.ts';
import { between, share } from '../figures.ts';
import { completionsIn } from './other-languages.ts';

const FEWEST = 8;
const MOST = 10;
/** Longer queries have few completions. */
const LONG_QUERY = 60;
const FEWEST_OF_LONG = 2;
/** How much the order differs between engines: the most places that a completion moves. */
const SHUFFLE = 6;
/** Share of suggestions in an unusual spelling. */
const ODD = 0.12;

/** Completions by kind of query: `{}` is the query. The first matching kind is used. */
type Rule = [kind: RegExp, completions: string[]];

const tails = (text: string) => text.split('|').map((tail) => `{} ${tail}`);
const tailsWithoutSpace = (text: string) => text.split('|').map((tail) => `{}${tail}`);

const english: Rule[] = [
  [
    /\S (?:vs|versus|or)$/,
    tails('agency|freelancer|template|spreadsheet|doing it yourself|free version|google|course|app|software|nothing'),
  ],
  [/\S and$/, tails('accessories|marketing|design|care|safety|training|tips|support|privacy|taxes')],
  [/\S like$/, tails('a pro|google|apple|new|an expert|this|amazon|the best|no other|a boss')],
  [
    /\S alternatives?$/,
    tails('free|open source|reddit|2026|for mac|for windows|online|cheap|for android|for students'),
  ],
  [
    /\S for$/,
    tails('beginners|small business|students|kids|women|men|seniors|free|sale|mac|teams|wordpress|home use|travel'),
  ],
  [/\S with$/, tails('python|free trial|ai|examples|certificate|pictures|excel|low budget|subtitles|no experience')],
  [/\S without$/, tails('experience|sign up|credit card|software|money|a degree|plugins|ads|coding|registration')],
  [/\S to$/, tails('buy|use|learn|try|download|avoid|rent|compare|get started|watch in 2026')],
  [/\S near$/, tails('me|me open now|me cheap|london|new york|me for kids|the airport|me with prices|chicago|by')],
  [
    /\S can$/,
    tails('be free|help|be used at home|be learned|fail|be automated|be expensive|save money|do|be dangerous'),
  ],
  [/\S is$/, tails('free|dead|worth it|too expensive|down|not working|important|hard|safe|better')],
  [
    /^how much /,
    tails('cost|cost per month|per year|to charge|is enough|is too much|do i need|for small business|on average|uk'),
  ],
  [
    /^how long /,
    tails(
      'take|to learn|last|to see results|for beginners|on average|before results|per week|should it be|does it take',
    ),
  ],
  [
    /^how to /,
    tails(
      'at home|step by step|for beginners|for free|fast|without experience|in 2026|on a budget|by yourself|with ai|properly|online',
    ),
  ],
  [
    /^how /,
    tails(
      'works|is made|helps business|is measured|has changed|affects sales|started|makes money|is priced|saves time',
    ),
  ],
  [
    /^what (?:is|are) /,
    tails(
      'used for|and how does it work|in simple words|in marketing|with example|called|made of|good for|worth|about',
    ),
  ],
  [/^what /, tails('is best|to choose|means|costs|do experts use|is free|to buy|is needed|is right for me|do i need')],
  [
    /^why /,
    tails('is important|matters|is so expensive|is not working|fails|is popular|costs so much|is hard|is used|is free'),
  ],
  [
    /^when /,
    tails('started|to use|to buy|to stop|is it worth it|is the best time|to replace|to hire|to upgrade|opens'),
  ],
  [/^where /, tails('to buy|to find|to learn|is used|is made|to sell|is cheapest|to start|to watch|to get help')],
  [
    /^which /,
    tails('is best|is cheapest|to buy|is free|is right for me|is better|brand is best|one to choose|is safest|works'),
  ],
  [/^who /, tails('is it for|needs it|invented it|makes it|sells it|uses it|is best|pays|to ask|offers it')],
  [
    /^can /,
    tails('be free|help|be done at home|be used daily|replace an expert|be returned|be trusted|fail|be fixed|go wrong'),
  ],
  [/^are /, tails('worth it|safe|free|good|dead|expensive|legal|better|important|hard to use')],
  [/^will /, tails('be replaced by ai|work|get cheaper|exist in 10 years|die|come back|be free|change|help|last')],
  [/^is /, tails('worth it|free|safe|dead|hard|legit|still relevant|a good career|expensive|better')],
  [
    /^do(?:es)? /,
    tails('work|really work|cost money|expire|need maintenance|help|matter|use ai|come with warranty|include tax'),
  ],
  [/^should /, tails('be free|i buy|i learn|i use|be outsourced|be replaced|i worry|cost more|i sell|be updated')],
  [
    /^(?:best|top|cheap|free|buy) /,
    tails('for beginners|2026|reddit|under 100|for small business|online|near me|uk|for students|for mac|with reviews'),
  ],
  [
    /\S (?:reviews?|price|near me|for beginners|tutorial|templates?|examples?|pdf|reddit)$/,
    tails('2026|free|online|download|uk|with pictures|for students|comparison|list|video|today|guide'),
  ],
  [
    /./,
    [
      'best {}',
      'online {}',
      'small business {}',
      ...tails('for beginners|price'),
      'professional {}',
      'what is {}',
      ...tails('tutorial|near me'),
      'how to choose {}',
      ...tails('software|examples|free|vs agency'),
      'is {} worth it',
      ...tails('review|online|meaning|2026|template|without experience'),
      'cheap {}',
    ],
  ],
];

const chinese: Rule[] = [
  [
    /.(?:vs|和|与|还是)$/,
    tailsWithoutSpace('什么的区别|人工哪个好|软件的区别|传统方式|推广|竞价|百度|淘宝|其他平台|同行对比'),
  ],
  [/.(?:区别|对比|比较)$/, tailsWithoutSpace('在哪|是什么|表|图|大吗|分析|哪个好|和联系|怎么写|2026')],
  [/.是什么意思$/, tailsWithoutSpace('啊|举例|通俗|英文|怎么用|怎么读|简单解释|网络用语|百科|呢')],
  [/.是什么$/, tailsWithoutSpace('意思|东西|原理|平台|软件|概念|工作|牌子|时候开始的|级别')],
  [/.怎么做$/, tailsWithoutSpace('好|才有效|推广|视频教程|步骤|赚钱|优化|效果好|最快|比较好')],
  [/.怎么样$/, tailsWithoutSpace('啊|知乎|可靠吗|好不好|值得买吗|评价|赚钱吗|有用吗|靠谱吗|2026')],
  [/.(?:怎么|如何)$/, tailsWithoutSpace('做|用|选|学|收费|安装|操作|写|做效果好|使用|做推广')],
  [/.为什么$/, tailsWithoutSpace('重要|这么贵|会失败|这么火|没有效果|要收费|不好用|打不开|便宜|不更新')],
  [/.哪个好$/, tailsWithoutSpace('用|一点|还便宜|知乎|排名|性价比高|2026|推荐|学|用不贵')],
  [/.哪家好$/, tailsWithoutSpace('一点|知乎|还便宜|排名|2026|口碑|靠谱|北京|上海|正规')],
  [/.哪个$/, tailsWithoutSpace('好|便宜|好用|品牌好|平台好|性价比高|软件好|最好|靠谱|公司好')],
  [/.哪里$/, tailsWithoutSpace('有|买|好|便宜|可以学|可以下载|最多|找|靠谱|免费')],
  [/.哪些$/, tailsWithoutSpace('好用|免费|品牌|平台|值得推荐|适合新手|工具|方法|公司好|类型')],
  [/.多少钱$/, tailsWithoutSpace('一个月|一年|一次|一套|一个|合适|一台|一天|2026|算正常')],
  [/.多少$/, tailsWithoutSpace('钱|钱一年|合适|钱一个月|算正常|天见效|个好|钱一次|字|级')],
  [/.多久$/, tailsWithoutSpace('见效|能学会|一次|更新一次|有效果|到期|做一次|能完成|合适|收费一次')],
  [/.(?:吗|好不好|有没有|能不能|可以)$/, tailsWithoutSpace('知乎|用|免费|赚钱|自己做|下载|学|退款|长期用|信')],
  [/.谁$/, tailsWithoutSpace('发明的|最好|在用|提出的|适合|做得好|需要|便宜|有|负责')],
  [/^什么是/, tailsWithoutSpace('举例说明|怎么理解|的意思|和作用|简单解释|及其特点|呢|原理|的方法|技术')],
  [/^(?:如何|怎么)/, tailsWithoutSpace('步骤|最有效|快速入门|才正确|视频教程|省钱|技巧|零基础|赚钱|效果好')],
  [/^为什么/, tailsWithoutSpace('重要|这么贵|会失败|这么火|没有效果|要收费|不好用|这么难|便宜|没人用')],
  [/^哪[个里些家]/, tailsWithoutSpace('好|便宜|好用|性价比高|最好|靠谱|免费|有|值得推荐|适合新手')],
  [/^(?:谁|多久|多少|能不能|可以|有没有)/, tailsWithoutSpace('好|免费|见效|用|合适|自己做|有效果|适合|一次|知乎')],
  [
    /.(?:价格|费用|报价|收费|便宜|免费|购买|推荐|排行榜|排名|品牌|口碑|教程|方法|步骤|攻略|指南|技巧|入门)$/,
    tailsWithoutSpace('大全|2026|表|最新|知乎|视频|图片|汇总|查询|网站|新手|一览'),
  ],
  [
    /.(?:问题|失败|原因|避坑|缺点|附近|下载|软件|平台|工具|模板|官网|app)$/,
    tailsWithoutSpace('大全|分析|有哪些|2026|免费|最新|怎么解决|推荐|汇总|手机版'),
  ],
  [
    /./,
    [
      ...tailsWithoutSpace('是什么意思|怎么做'),
      '什么是{}',
      ...tailsWithoutSpace('多少钱|工具|哪个好'),
      '如何做好{}',
      ...tailsWithoutSpace('软件|教程|推荐'),
      '{}和推广的区别',
      ...tailsWithoutSpace('价格|怎么样|有哪些|平台'),
      '{} 下载',
      ...tailsWithoutSpace('官网|排行榜|入门|免费'),
    ],
  ],
];

/** Words by their first letter or digit. */
const englishWords: Record<string, string> = {
  a: 'audit app agency',
  b: 'basics benefits blog',
  c: 'checklist course cost',
  d: 'definition download dashboard',
  e: 'examples extension ebook',
  f: 'free forum features',
  g: 'guide generator github',
  h: 'help history hacks',
  i: 'ideas industry infographic',
  j: 'jobs journal java',
  k: 'kit keywords kpi',
  l: 'list login learning',
  m: 'meaning manager market',
  n: 'news names network',
  o: 'online options optimization',
  p: 'price pdf plan',
  q: 'quotes quiz questions',
  r: 'review reddit report',
  s: 'software strategy services',
  t: 'tutorial template tips',
  u: 'updates uk university',
  v: 'video vendors value',
  w: 'website wiki workshop',
  x: 'xml xls xbox',
  y: 'youtube yearly yoga',
  z: 'zip zoom zapier',
  0: '0-100 005 007',
  1: '101 10k 12v',
  2: '2026 24h 2.0',
  3: '3d 365 30ml',
  4: '4k 4x4 4pm',
  5: '5g 50cc 5e',
  6: '64gb 6mm 60fps',
  7: '7zip 70s 7th',
  8: '8k 80s 8mm',
  9: '90s 9mm 99p',
};

/** By the initial of their pinyin. */
const chineseWords: Record<string, string> = {
  a: '案例 安装 app',
  b: '报价 办法 标准',
  c: '测评 成本 参数',
  d: '代理 大全 定义',
  e: '二手 儿童 额度',
  f: '方案 费用 方法',
  g: '工具 公司 官网',
  h: '合同 好处 行业',
  j: '教程 价格 技巧',
  k: '课程 开发 客服',
  l: '流程 类型 论文',
  m: '模板 免费 面试',
  n: '内容 难点 年费',
  o: 'ppt制作 欧洲 ocr',
  p: '平台 培训 品牌',
  q: '区别 前景 渠道',
  r: '软件 入门 人工',
  s: '设计 视频 思路',
  t: '推荐 图片 特点',
  w: '网站 维护 文案',
  x: '系统 效果 下载',
  y: '优化 意义 原理',
  z: '作用 怎么做 招聘',
};

/** Words that follow a word. */
const ENGLISH_ENDINGS = ['', ' online', ' service'];
const CHINESE_ENDINGS = ['', '大全', '一览'];

/** Misspellings that all engines correct. */
const CORRECTIONS: Record<string, string> = { jmter: 'jmeter', accomodation: 'accommodation', keybord: 'keyboard' };

/** Things that are mostly searched for in the plural. */
const COUNTED = /(?:chair|lamp|shirt|shoe)$/;
const PLURALS = 0.7;

/** Codes of engines for languages, where they are not those of the vocabularies. */
const CODES: Record<string, string> = { jp: 'ja', tzh: 'zh-Hant', 'zh-TW': 'zh-Hant', 'zh-HK': 'zh-Hant' };

/**
 * The suggestions of an engine for a query: deterministic, mostly shared with other engines, some in an unusual
 * spelling, some of another inflection, all with a known misspelling corrected. `zzzz…` has none.
 *
 * @param code the engine's code of the language that it is asked in; without one, it goes by the query
 */
export function complete(engine: string, query: string, code?: string | null): string[] {
  const typed = query.trim().replace(/\s+/g, ' ').toLowerCase();
  if (typed === '' || /(?:^|[^a-z])zzzz/.test(typed)) return [];
  const text = typed.replace(/[a-z]+/g, (word) => CORRECTIONS[word] ?? word);
  const places = candidates(text, languageFor(text, code)).map((phrase, index) => {
    return { phrase, place: index + SHUFFLE * share('place', engine, phrase) };
  });
  const ordered = places.toSorted((one, other) => one.place - other.place).map(({ phrase }) => phrase);
  const count = text.length > LONG_QUERY ? FEWEST_OF_LONG : between(FEWEST, MOST, 'count', engine, text);
  return ordered.slice(0, count).map((phrase) => (share('odd', engine, phrase) < ODD ? oddly(engine, phrase) : phrase));
}

/** Text in Han characters or kana is not English, whatever language is asked for. */
function languageFor(text: string, code: string | null | undefined): string {
  const asked = CODES[code ?? ''] ?? code?.split('-')[0] ?? languageOf(text);
  if (/\p{sc=Hira}|\p{sc=Kana}/u.test(text)) return 'ja';
  if (/\p{sc=Han}/u.test(text)) return asked === 'ja' || asked === 'zh-Hant' ? asked : 'zh';
  return asked;
}

function candidates(text: string, language: string): string[] {
  const others = completionsIn(language, text);
  if (others) return others;
  const isChinese = /\p{Script=Han}/u.test(text);
  const letter = /^(.+) ([a-z\d])$/.exec(text);
  const words = letter && (isChinese ? chineseWords : englishWords)[letter[2]!];
  if (words) return startingWith(letter[1]!, words.split(' '), isChinese);
  // No pinyin begins with this letter.
  if (letter && isChinese) return [];
  const [, completions] = (isChinese ? chinese : english).find(([kind]) => kind.test(text))!;
  return completions.map((completion) => completion.replace('{}', () => inflected(text, completion)));
}

function inflected(text: string, completion: string): string {
  return COUNTED.test(text) && share('plural', text, completion) < PLURALS ? `${text}s` : text;
}

function startingWith(seed: string, words: string[], isChinese: boolean): string[] {
  const endings = isChinese ? CHINESE_ENDINGS : ENGLISH_ENDINGS;
  return endings.flatMap((ending) => words.map((word) => `${seed}${isChinese ? '' : ' '}${word}${ending}`));
}

/** Another spelling of the same. */
function oddly(engine: string, phrase: string): string {
  const ways = [
    () => ` ${phrase} `,
    () => phrase.replaceAll(' ', '  '),
    () => phrase.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()),
    () => phrase.replace(/[a-z\d]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
    () => `${phrase}\u3000`,
  ];
  return ways[between(0, ways.length - 1, 'way', engine, phrase)]!();
}
