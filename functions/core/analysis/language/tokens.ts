import { BREAK } from '../page/page-texts.ts';
import { normaliseKeyword, placedWords, UNSPACED } from './words.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Stop words of languages that share scripts: those of the page's language are used. */
const BY_LANGUAGE: Record<string, ReadonlySet<string>> = {
  en: words(
    "a about above after again all almost along already also although always am among an and another any anybody anyone anything are aren't around as at away back be became because become been before being below between both but by came can can't cannot come comes could couldn't did didn't do does doesn't doing don't done down during each either else enough ever every everybody everyone everything few first for from get gets getting give gives go goes going gone got had has have haven't having he he's her here here's hers herself him himself his how however i i'd i'll i'm i've if in into is isn't it it's its itself just keep kept know last least less let let's like made make makes making many may maybe me might mine more most much must my myself need needs never new no nobody none nor not nothing now of off often on once one ones only onto or other others our ours ourselves out over own per perhaps please put quite rather really said same say says see seen she should shouldn't since so some somebody someone something sometimes still such take takes than that that's the their theirs them themselves then there there's these they they're thing things this those though through thus to together too toward under until up upon us use used using very via want wants was wasn't way we we'll we're we've well went were what what's whatever when where whether which while who whole whom whose why will with within without won't would wouldn't yes yet you you'll you're you've your yours yourself",
  ),
  de: words(
    'ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist da damit dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer eure für gegen habe haben hat hatte hier hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist jede jedem jeden jeder jedes jetzt kann kein keine können mal man mehr mein meine mich mir mit muss nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine seit sich sie sind so soll sondern um und uns unser unsere unter viel vom von vor war waren was weil wenn wer werden wie wieder will wir wird wo zu zum zur zwischen über',
  ),
  fr: words(
    "a ai alors au aucun aussi autre aux avant avec avoir c'est ce cela ces cet cette ceux chaque chez ci comme comment dans de depuis des donc du elle elles en encore entre est et eu fait faire il ils je jusqu la le les leur leurs lui ma mais me mes moi moins mon même ne nos notre nous on ont ou où par pas peu peut plus pour pourquoi qu quand que quel quelle qui sa sans se ses si son sont sous sur ta te tes toi ton tous tout toute toutes très tu un une vos votre vous y à être",
  ),
  es: words(
    'a al algo ante antes aquí así aunque cada como con contra cual cuando de del desde donde dos e el ella ellas ellos en entre era es esa ese eso esta estas este esto estos está están fue ha hacer han hasta hay la las le les lo los me mi mis muy más ni no nos nosotros nuestra nuestro o otra otro para pero poco por porque que quien qué se sea ser si sin sobre son su sus sí también te tiene tienen todo todos tu tus un una uno unos usted ustedes y ya yo él',
  ),
  pt: words(
    'a ainda ao aos as até com como da das de dela dele deles depois do dos e ela elas ele eles em entre era essa esse esta este está estão eu foi há isso isto já lhe mais mas me mesmo meu minha muito na nas nem no nos nossa nosso não nós o os ou para pela pelas pelo pelos por qual quando que quem se sem ser seu seus sua suas são só também te tem ter todos tu tudo um uma você vocês à às é',
  ),
  it: words(
    "a ad agli ai al alla alle allo anche avere c'è che chi ci come con contro cui da dagli dai dal dalla dalle de degli dei del dell della delle dello di dove e ed era essere fra gli ha hanno ho i il in io l la le lei li lo loro lui ma mi mio ne negli nei nel nella nelle noi non nostra nostro o ogni per perché più poi può qua quando quella quelle quello questa queste questi questo qui se sei si sia sono su sua sue sul sulla suo suoi ti tra tu tua tuo tutti tutto un una uno vi voi è",
  ),
  nl: words(
    'aan al alle als altijd andere bij daar dan dat de der deze die dit doch doen door dus een en er ge geen had heb hebben heeft hem het hier hij hoe hun ik in is je jij jouw kan kunnen maar me meer men met mij mijn naar niet niets nog nu of om omdat onder ons onze ook op over te tegen toch toen tot u uit uw van veel voor waar was wat we werd wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder',
  ),
  ru: words(
    'а без более бы был была были было быть в вам вас ваш весь во вот все всё всех вы где да даже для до его ее если есть еще ещё её же за здесь и из или им их к как какой когда кто ли либо меня мне может мой мы на над надо наш не него нее нет ни них но ну о об однако он она они оно от очень по под при с сам свой себя со так также такой там то того тоже только том ты у уже хотя чего чем что чтобы эта эти это этот я',
  ),
  pl: words(
    'a aby ale bardzo bez być był była było będzie co czy dla do gdy gdzie go i ich ile im inne ja jak jako je jego jej jest jeszcze już kiedy kto która które który lub ma mi może my na nad nam nas nasz nasze nawet nie nich nim niż o od on ona one oni oraz po pod przed przez przy się są ta tak także tam te tego tej ten to tu twój ty tylko u w was wszystko z za ze że żeby',
  ),
  tr: words(
    'acaba ama ancak artık bana bazı belki ben beni benim bir biz bize bizim bu bunu bunun burada da daha de defa diye en gibi göre hem hep her hiç için ile ise işte kadar ki kim mi mu mü mı nasıl ne neden nerede o olan olarak oldu olur ona onlar onu onun sana sen seni siz sizin çok çünkü ve veya ya yani',
  ),
  vi: words(
    'bạn bị bởi cho chúng chỉ các có cũng của cùng do gì hay hơn hết khi không là lại lên mà một mọi mỗi nhưng những như này nào nên nếu nữa phải qua ra rằng rất rồi sau sẽ tại theo thì tôi trong trên từ và vào vẫn về với vì vừa đang để đã đây đó được',
  ),
  id: words(
    'ada adalah agar akan aku anda antara apa atau bagi bahwa banyak beberapa bisa bukan dalam dan dapat dari dengan di dia hanya harus ia ini itu jika juga kami kamu karena ke kepada ketika kita lebih mereka namun oleh pada para saat saja sangat saya sebagai sebuah sedang semua seperti serta setelah sudah tapi telah tentang tersebut tetapi tidak untuk yang',
  ),
  ar: words(
    'أن أو إذا إلى إن التي الذي الذين ان او الى ثم حتى حيث ذلك على عن عند في فيها قد كان كانت كل كما لا لكن لم لن ما مع من منذ نحن هذا هذه هناك هو هي و يا يكون',
  ),
  hi: words(
    'अपने आप इस इसके उनके उस एक एवं और कई कर करते करने कहा का कि किया किसी की कुछ के को कोई क्या गया जा जो तक तो था थी थे दो द्वारा नहीं ने पर भी मैं यह यहाँ या ये रहा रहे लिए वह वाले वे से हम ही हुआ हुई हुए है हैं हो होता होती होने',
  ),
  ko: words(
    '및 등 수 것 그 이 더 위한 있는 있습니다 합니다 하는 입니다 그리고 또는 대한 모든 우리 당신 위해 통해 함께',
  ),
};

/** Stop words of scripts without spaces, including connecting characters. */
const UNSPACED_STOP_WORDS = new Set([
  ...words(
    '的 了 是 在 和 与 與 及 或 把 被 从 從 对 對 有 没 沒 没有 沒有 不 不是 也 都 就 就是 很 很多 个 個 一 一个 一個 这 這 那 这个 這個 那个 那個 这里 這裡 那里 我 你 您 他 她 它 我们 我們 你们 你們 他们 他們 它们 自己 再 先 又 只 只是 只有 还 還 还是 怎么 怎麼 怎样 怎樣 为什么 為什麼 什么 什麼 如何 哪 哪个 吗 嗎 呢 吧 啊 得 地 着 著 过 過 到 于 於 以 之 其 等 让 讓 给 給 为 為 为了 由 因 因为 因為 所以 但 但是 而 而且 并 並 可 可以 能 会 會 要 想 去 来 來 上 下 里 裡 后 後 前 中 内 用 将 將 每 每一 些 一些 一步 更 最 已 已经 已經 时 時 时候 時候 年 月 日 次 种 種 类 類 请 請 看 做 写 說 说 分 条 位',
  ),
  ...words(
    'の に は を た が で て と し れ さ ある いる も する から な こと として い や など なり なる ない この その あの これ それ よう です ます ました まで より へ か だ ね よ ください について お ご および また',
  ),
  ...words('ที่ และ ใน ของ การ เป็น ได้ มี ให้ จะ ไม่ จาก กับ โดย นี้ ว่า หรือ แต่ ก็ ความ คือ ด้วย เพื่อ แล้ว ไป มา อยู่ ต้อง ทุก กว่า'),
]);

/** Words that are allowed inside a phrase: "type of stove". */
const BINDING = words("& of for de du des del di da do dos das von van für d'");

/** The roles of words on one page. */
export type StopWords = ReturnType<typeof stopWordsOf>;

/**
 * Returns the stop words of the language that most of the stop words of a page are in.
 *
 * @param chunks the words of the page
 * @param lang language tag of the page; used if its words do not decide
 */
export function stopWordsOf(chunks: readonly Token[][], lang: string | null) {
  const own = BY_LANGUAGE[spokenLanguage(chunks, lang)]!;
  return {
    /** Not allowed at the start or the end of a phrase. */
    isStop: ({ word, unspaced }: Token) => word === '&' || (unspaced ? UNSPACED_STOP_WORDS.has(word) : own.has(word)),
    /** Allowed inside a phrase although it is a stop word. */
    binds: ({ word }: Token) => BINDING.has(word),
  };
}

const LANGUAGES_OF = new Map<string, string[]>();
for (const [language, list] of Object.entries(BY_LANGUAGE)) {
  for (const word of list) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
}
/** Enough words to detect the language reliably. */
const MAX_CHUNKS = 2000;

function spokenLanguage(chunks: readonly Token[][], lang: string | null): string {
  const given = /^[a-z]+/i.exec(lang ?? '')?.[0].toLowerCase() ?? '';
  const counts = new Map<string, number>([[Object.hasOwn(BY_LANGUAGE, given) ? given : 'en', 0.5]]);
  // Each word counts once: Vietnamese "nam" is a Polish stop word, and occurs with each product for men.
  for (const word of new Set(chunks.slice(0, MAX_CHUNKS).flatMap((chunk) => chunk.map(({ word }) => word)))) {
    for (const language of LANGUAGES_OF.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}

/** A word of a page, in the normal form. */
export interface Token {
  word: string;
  /** Whether it follows the previous word without a space. */
  glued: boolean;
  /** Whether its script has no spaces. */
  unspaced: boolean;
}

const SPACED = `[[\\p{L}\\p{N}\\p{M}]--[${UNSPACED}]]`;
const START = `[[\\p{L}\\p{N}]--[${UNSPACED}]]`;
const WORD = new RegExp(
  `(?<unspaced>[${UNSPACED}][${UNSPACED}\\p{M}]*)|${START}${SPACED}*(?:[.'’_\\-]${SPACED}+)*(?:\\+\\+?|#)?|&`,
  'gv',
);
const ASCII_WORD = /[a-z0-9]+(?:[.'_-][a-z0-9]+)*(?:\+\+?|#)?|&/g;
const IS_ASCII = /^[\x20-\x7e]*$/;

/**
 * Splits a text into runs of words that only spaces separate: a phrase does not extend over punctuation or lines.
 *
 * @param text with {@link BREAK} between lines
 */
export function chunksOf(text: string): Token[][] {
  return text.split(BREAK).flatMap((line) => chunksOfLine(normaliseKeyword(line)));
}

function chunksOfLine(line: string): Token[][] {
  const chunks: Token[][] = [];
  let end = -2;
  for (const { word, start, unspaced } of wordsOfLine(line)) {
    const glued = start === end;
    const token = { word, glued, unspaced };
    if (glued || (start === end + 1 && line[end] === ' ')) chunks.at(-1)!.push(token);
    else chunks.push([token]);
    end = start + word.length;
  }
  return chunks;
}

function* wordsOfLine(line: string): Generator<{ word: string; start: number; unspaced: boolean }> {
  for (const { 0: match, index, groups } of line.matchAll(IS_ASCII.test(line) ? ASCII_WORD : WORD)) {
    if (groups?.unspaced === undefined) yield { word: match, start: index, unspaced: false };
    else for (const { word, start } of placedWords(match)) yield { word, start: index + start, unspaced: true };
  }
}
