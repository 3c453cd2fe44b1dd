import type { Anchor } from '../page/anchor.ts';
import { finding, type AnchorAudit } from './audit.ts';

const texts = (list: string): ReadonlySet<string> => new Set(list.split('|'));

/** Texts that say nothing of where a link leads, by language; Lighthouse's lists. */
const GENERIC_TEXTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'en',
    texts(
      'click here|click this|go|here|information|learn more|more|more info|more information|right here|read more|see more|start|this',
    ),
  ],
  ['ja', texts('ここをクリック|こちらをクリック|リンク|続きを読む|続く|全文表示')],
  [
    'es',
    texts(
      'click aquí|click aqui|clicka aquí|clicka aqui|pincha aquí|pincha aqui|aquí|aqui|más|mas|más información|más informacion|mas información|mas informacion|este|enlace|este enlace|empezar',
    ),
  ],
  ['pt', texts('clique aqui|ir|mais informação|mais informações|mais|veja mais')],
  ['ko', texts('여기|여기를 클릭|클릭|링크|자세히|자세히 보기|계속|이동|전체 보기')],
  ['sv', texts('här|klicka här|läs mer|mer|mer info|mer information')],
  ['de', texts('klicke hier|hier klicken|hier|mehr|siehe|dies|das|weiterlesen')],
  [
    'ta',
    texts(
      'அடுத்த பக்கம்|மறுபக்கம்|முந்தைய பக்கம்|முன்பக்கம்|மேலும் அறிக|மேலும் தகவலுக்கு|மேலும் தரவுகளுக்கு|தயவுசெய்து இங்கே அழுத்தவும்|இங்கே கிளிக் செய்யவும்',
    ),
  ],
  [
    'fa',
    texts('اطلاعات بیشتر|اطلاعات|این|اینجا بزنید|اینجا کلیک کنید|اینجا|برو|بیشتر بخوانید|بیشتر بدانید|بیشتر|شروع'),
  ],
]);

const ALL_GENERIC_TEXTS = new Set([...GENERIC_TEXTS.values()].flatMap((generic) => [...generic]));
/** Lengths and first letters of those; almost no other text has one of them. */
const SHAPES = new Set([...ALL_GENERIC_TEXTS].map(shape));

/**
 * Links have descriptive text.
 *
 * Fails for a link to another page whose whole text is one of Lighthouse's generic texts, such as "click here", in the
 * language of the link, or in any language where that is not known. Passes otherwise; links with `nofollow`,
 * `javascript:` and `mailto:` are not judged.
 *
 * @see https://developer.chrome.com/docs/lighthouse/seo/link-text/
 */
export const linkText: AnchorAudit = {
  id: 'link-text',
  title: 'Links have descriptive text',
  failureTitle: 'Some links do not say where they lead',
  weight: 1,
  judgeAnchor(anchor, { url }) {
    const text = anchor.text.trim();
    if (!isGeneric(text, anchor.lang) || !isJudged(anchor, url)) return null;
    return finding('The text does not say where the link leads', { element: text, url: anchor.href() });
  },
};

/** Links to elsewhere that crawlers follow. */
function isJudged(anchor: Anchor, pageUrl: string): boolean {
  const { rel } = anchor;
  const href = anchor.href();
  return (
    href !== '' && !rel.includes('nofollow') && !/^(?:javascript|mailto):/i.test(href) && !isSamePage(href, pageUrl)
  );
}

function isSamePage(href: string, pageUrl: string): boolean {
  const [target, page] = [URL.parse(href), URL.parse(pageUrl)];
  if (!target || !page) return false;
  target.hash = '';
  page.hash = '';
  return target.href === page.href;
}

function isGeneric(written: string, lang: string | null): boolean {
  const isAscii = written.charCodeAt(0) < 0x80; // of other letters, lower case may be longer
  if (isAscii && !SHAPES.has(shape(written))) return false;
  const text = written.toLowerCase();
  if (!ALL_GENERIC_TEXTS.has(text)) return false;
  return lang ? (GENERIC_TEXTS.get(lang.split('-', 1)[0] ?? '')?.has(text) ?? false) : true;
}

/** Length and first letter of a text, as one number; the same in both cases of an ASCII letter. */
function shape(text: string): number {
  return 0x10000 * text.length + (text.charCodeAt(0) & ~0x20);
}
