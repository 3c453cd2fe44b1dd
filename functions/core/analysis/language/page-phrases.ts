import { domainToUnicode } from 'node:url';
import { BREAK, type PageTexts } from '../page/page-texts.ts';
import type { PageKeyword } from '../../record/source-answer.ts';
import { hasOwnScript, scriptLanguage } from './language.ts';
import { chunksOf, type StopWords, stopWordsOf, type Token } from './tokens.ts';
import { isGenericChinese } from '../rules/link-texts.ts';
import { isUnspaced, normaliseKeyword, wordsOf } from './words.ts';

export const MAX_PAGE_KEYWORDS = 100;

/** Points for each position in which a phrase occurs; it can have several. */
const POINTS = { title: 30, h1: 25, h2: 12, description: 12, url: 10, heading: 8, keywords: 8, anchor: 6 };
/** Points for each doubling of its occurrences in the text, and their maximum. */
const BODY = { doubling: 5, most: 15 };
/** Factors of the points: for a single word, for a connecting word inside, for phrases that are common on any site. */
const REDUCED = { lone: 0.6, bound: 0.6, boilerplate: 0.2 };

/**
 * Returns the phrases that a page is about, best first.
 *
 * Candidates are one to four adjacent words of one sentence and line, without a stop word at the ends. The score is the
 * sum of points for each position in which the phrase occurs (title 30, h1 25, h2 12, meta description 12, address 10,
 * other headings 8, meta keywords 8, links 6) and 5 for each doubling of its occurrences in the text, 15 at most. It is
 * reduced to 60 % for a single word, 60 % with a connecting word inside ("type of stove"), and 20 % for phrases of any
 * site ("home"). A phrase that occurs only in the running text counts from its second occurrence on; one that occurs
 * only inside a longer phrase with at least its score is dropped.
 *
 * @returns at most {@link MAX_PAGE_KEYWORDS}; deterministic; each occurs on the page
 */
export function pageKeywords(texts: PageTexts): PageKeyword[] {
  const inUrl = urlWords(texts.url);
  const language = languageOf(texts.lang);
  return best(candidatesOf(texts), inUrl)
    .slice(0, MAX_PAGE_KEYWORDS)
    .map(({ candidate, score }) => ({
      keyword: candidate.phrase,
      score,
      language: phraseLanguage(candidate.phrase, language),
      domain_match: {
        in_title: candidate.positions.has('title'),
        in_h1: candidate.positions.has('h1'),
        in_description: candidate.positions.has('description'),
        in_url: inUrl(candidate.words),
      },
    }));
}

function candidatesOf(texts: PageTexts): Candidate[] {
  const headings = (isIncluded: (level: number) => boolean) =>
    texts.headings.flatMap(({ level, text }) => (isIncluded(level) ? [text] : [])).join(BREAK);
  const body = chunksOf(texts.body);
  const positions = {
    title: chunksOf(texts.title),
    h1: chunksOf(headings((level) => level === 1)),
    description: chunksOf(texts.description),
    keywords: chunksOf(texts.keywords),
    h2: chunksOf(headings((level) => level === 2)),
    heading: chunksOf(headings((level) => level > 2)),
    anchor: chunksOf(texts.anchors.join(BREAK)),
  };
  const all: Token[][] = [...Object.values(positions).flat(), ...body];
  const candidates = new Candidates(stopWordsOf(all, texts.lang));
  for (const [position, chunks] of Object.entries(positions) as [keyof typeof positions, Token[][]][]) {
    candidates.add(chunks, position);
  }
  candidates.add(body, 'body');
  return candidates.found();
}

type InUrl = ReturnType<typeof urlWords>;

interface Scored {
  candidate: Candidate;
  score: number;
  words: number;
}

function best(candidates: Candidate[], inUrl: InUrl): Scored[] {
  const scored = candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate, inUrl), words: candidate.words.length }))
    .sort((one, other) => other.score - one.score || other.words - one.words)
    .slice(0, MAX_PRUNED);
  const alike = Map.groupBy(scored, ({ candidate }) => candidate.count);
  return scored.filter((one) => !alike.get(one.candidate.count)!.some((other) => makesRedundant(other, one)));
}

/** Number of best candidates that are compared with each other. */
const MAX_PRUNED = 400;

/** Compares phrases with equal numbers of occurrences: one that only occurs inside a longer one is less specific. */
function makesRedundant(longer: Scored, shorter: Scored): boolean {
  return (
    longer.score >= shorter.score &&
    longer.candidate.phrase.length > shorter.candidate.phrase.length &&
    longer.candidate.phrase.includes(shorter.candidate.phrase) &&
    longer.candidate.holds(shorter.candidate)
  );
}

function scoreOf(candidate: Candidate, inUrl: InUrl): number {
  let points = Math.min(BODY.most, BODY.doubling * Math.log2(Math.max(1, candidate.bodyCount)));
  for (const position of candidate.positions) points += POINTS[position];
  if (inUrl(candidate.words)) points += POINTS.url;
  if (candidate.words.length === 1) points *= REDUCED.lone;
  if (candidate.isBound) points *= REDUCED.bound;
  if (isBoilerplate(candidate.phrase)) points *= REDUCED.boilerplate;
  return Math.min(100, Math.max(1, Math.round(points)));
}

function languageOf(tag: string | null): string | null {
  return /^[a-z]{2,3}(?=[-_]|$)/i.exec(tag?.trim() ?? '')?.[0].toLowerCase() ?? null;
}

/**
 * Returns the language: the script takes precedence over the page's language; Han characters may be Japanese or Korean.
 */
function phraseLanguage(phrase: string, page: string | null): string | null {
  const script = scriptLanguage(phrase);
  if (script === 'zh' && (page === 'ja' || page === 'ko')) return page;
  return script ?? (page !== null && hasOwnScript(page) ? null : page);
}

type Position = 'title' | 'h1' | 'h2' | 'heading' | 'description' | 'keywords' | 'anchor';

const MAX_WORDS = 4;
/** Tokens that are not words: keys, hashes, URLs. */
const MAX_WORD_LENGTH = 40;
/** Maximum length of a keyword in requests. */
const MAX_PHRASE_LENGTH = 100;

/** A candidate for a keyword of the page. */
class Candidate {
  readonly phrase: string;
  /** Whether it has a connecting word inside. */
  readonly isBound: boolean;
  readonly #tokens: readonly Token[];
  /** Positions other than the running text. */
  readonly positions = new Set<Position>();
  /** Number of occurrences in total, and in the text. */
  count = 0;
  bodyCount = 0;

  constructor(phrase: string, tokens: readonly Token[], isBound: boolean) {
    this.phrase = phrase;
    this.isBound = isBound;
    this.#tokens = tokens;
  }

  get words(): string[] {
    return this.#tokens.map(({ word }) => word).filter((word) => word !== '&');
  }

  /** Returns whether the words of another phrase occur in this one in sequence. */
  holds(other: Candidate): boolean {
    const [words, part] = [this.#tokens, other.#tokens];
    return words.some((_, start) => part.every(({ word }, index) => words[start + index]?.word === word));
  }
}

/** Collects the phrases of a page. */
class Candidates {
  readonly #stopWords: StopWords;
  readonly #byPhrase = new Map<string, Candidate>();

  constructor(stopWords: StopWords) {
    this.#stopWords = stopWords;
  }

  /** @param chunks runs of words that only spaces separate */
  add(chunks: readonly Token[][], position: Position | 'body'): void {
    for (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start++) this.#addFrom(chunk, start, position);
    }
  }

  /** @returns phrases outside the running text, or with several occurrences in it; in order of the first occurrence */
  found(): Candidate[] {
    return [...this.#byPhrase.values()].filter(({ positions, count }) => positions.size > 0 || count > 1);
  }

  /** Adds the phrases that begin with one word. */
  #addFrom(chunk: readonly Token[], start: number, position: Position | 'body'): void {
    const first = chunk[start]!;
    if (this.#stopWords.isStop(first)) return;
    let phrase = '';
    let words = 0;
    let isBound = false;
    for (let index = start; index < chunk.length && words < MAX_WORDS; index++) {
      const token = chunk[index]!;
      if (token.word.length > MAX_WORD_LENGTH) return;
      phrase += index === start || token.glued ? token.word : ` ${token.word}`;
      if (token.word !== '&') words++;
      if (this.#stopWords.isStop(token)) {
        if (!this.#stopWords.binds(token)) return;
        isBound ||= token.word !== '&';
      } else if (phrase.length <= MAX_PHRASE_LENGTH && (index > start || isWord(token))) {
        this.#count(phrase, chunk, start, index + 1, isBound, position);
      }
    }
  }

  #count(
    phrase: string,
    chunk: readonly Token[],
    start: number,
    end: number,
    isBound: boolean,
    position: Position | 'body',
  ) {
    let candidate = this.#byPhrase.get(phrase);
    if (!candidate) {
      candidate = new Candidate(phrase, chunk.slice(start, end), isBound);
      this.#byPhrase.set(phrase, candidate);
    }
    candidate.count++;
    if (position === 'body') candidate.bodyCount++;
    else candidate.positions.add(position);
  }
}

/** Returns whether a token has a meaning by itself: it is not a number or a single character (but `C#`). */
function isWord({ word }: Token): boolean {
  return word.length > 1 && !/^[\p{N}.'_-]+$/u.test(word);
}

/** Words of navigation, legal notices and forms on any site, and words that need another word to have a meaning. */
const PHRASES = new Set(
  [
    'about|about us|about this site|account|add to cart|all rights reserved|back to top|basket|blog|careers|cart|checkout|click here|close|comments|contact|contact us|cookie|cookie policy|cookies|copyright|delivery|disclaimer|email|e-mail|facebook|faq|follow us|forgot password|help|home|home page|homepage|imprint|instagram|language|learn more|legal|linkedin|log in|login|logout|menu|more|more info|my account|navigation|new|news|newsletter|next|ok|open|page|password|previous|prev|print|privacy|privacy policy|read more|register|returns|rights reserved|rss|save|search|see all|see more|send|share|shipping|show more|sign in|sign up|site|site map|sitemap|skip|skip to content|skip to main content|main content|skip to navigation|submit|subscribe|support|terms|terms of service|terms of use|terms and conditions|conditions|today|top|twitter|username|view|view all|view more|web|website|welcome|youtube|javascript|browser|enable javascript',
    // Words that need another word.
    'area|book|city|day|days|end|hour|hours|life|lot|man|minutes|month|months|number|part|people|place|point|problem|question|second|thing|time|times|today|tomorrow|tonight|week|weeks|women|men|word|words|work|works|world|year|years|yesterday|two|three|four|five|six|seven|eight|nine|ten|hundred|million|good|great|big|small|full|free|real|online|official|latest|article|articles|story|stories|video|videos|photo|photos|image|images|post|posts|posted|comment|reply|click|link|links',
    'agb|anmelden|datenschutz|datenschutzerklärung|impressum|kontakt|mehr|mehr erfahren|startseite|suche|suchen|warenkorb|weiter|weiterlesen|über uns',
    'accueil|connexion|en savoir plus|lire la suite|mentions légales|nous contacter|panier|plan du site|politique de confidentialité|recherche|rechercher|à propos',
    'aviso legal|buscar|contacto|inicio|iniciar sesión|leer más|política de privacidad|quiénes somos|ver más|contato|início|leia mais|saiba mais|sobre nós|chi siamo|contatti|leggi tutto|over ons|lees meer|zoeken',
    'войти|главная|далее|контакты|меню|о нас|поиск|подробнее|читать далее',
    '首页|首頁|更多|联系我们|聯絡我們|关于我们|關於我們|登录|登入|登陆|注册|註冊|版权所有|版權所有|友情链接|返回|返回顶部|返回首页|上一页|下一页|网站地图|隐私政策|使用条款|免责声明|网站首页|加入收藏|设为首页|搜索|提交|客服|备案|意见反馈|帮助中心|全部|导航|菜单|记录|页面',
    'ホーム|お問い合わせ|もっと見る|ログイン|会社概要|プライバシーポリシー|サイトマップ|利用規約|新規登録|検索|メニュー|トップ|トップページ',
    '홈|로그인|회원가입|더보기|검색|메뉴|고객센터|개인정보처리방침|이용약관',
  ].flatMap((list) => list.split('|')),
);

/** @returns whether a phrase is common on sites of any topic */
function isBoilerplate(phrase: string): boolean {
  return PHRASES.has(phrase) || (isUnspaced(phrase) && isGenericChinese(phrase));
}

/**
 * Reads the words in host and path of a URL: punycode and percent signs decoded.
 *
 * @returns a function that tests whether they contain all words of a phrase, or several words joined
 *   ("runningshoes.example")
 */
function urlWords(url: string): (phrase: readonly string[]) => boolean {
  const address = URL.parse(url);
  const host = domainToUnicode(address?.hostname ?? '').replace(/^www\./, '');
  const text = normaliseKeyword(`${host} ${decoded(address?.pathname ?? '')}`.replace(/[._/-]+/g, ' '));
  const words = new Set(wordsOf(text));
  const occurs = (word: string) => words.has(word) || (text.includes(word) && isUnspaced(word));
  return (phrase) => phrase.every(occurs) || (phrase.length > 1 && text.includes(phrase.join('')));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
