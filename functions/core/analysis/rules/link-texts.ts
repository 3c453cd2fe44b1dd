import { type Anchor, markup } from '../page/anchor.ts';
import { AttributeNames } from '../html/attributes.ts';
import type { AnchorAudit, AuditItem } from './audit.ts';
import { auditItem, type AuditMessage } from './messages.ts';

const texts = (list: string): ReadonlySet<string> => new Set(list.split('|'));

/** Texts that do not describe the target of a link, by language; Lighthouse's lists. */
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
/** Lengths and first letters of the generic texts; almost no other text has one of them. */
const SHAPES = new Set([...ALL_GENERIC_TEXTS].map(shape));

/**
 * Links have descriptive text.
 *
 * Fails for a link to another page whose whole text is one of Lighthouse's generic texts, such as "click here", in the
 * language of the link, or in any language if that is unknown. Passes otherwise; links with `nofollow`, `javascript:`
 * and `mailto:` are not checked.
 */
export const linkText: AnchorAudit = {
  id: 'link-text',
  title: 'Links have descriptive text',
  failureTitle: 'Some links do not say where they lead',
  weight: 1,
  judgeAnchor(anchor, { url }) {
    const text = anchor.text.trim();
    if (!isGeneric(text, anchor.lang) || !isJudged(anchor, url)) return null;
    return auditItem('generic_text', { element: text, url: anchor.href() });
  },
};

/** Returns whether a link is checked: crawlers follow it, and it leads to another page. */
export function isJudged(anchor: Anchor, pageUrl: string): boolean {
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

/** Returns length and first letter of a text as one number; the same in both cases of an ASCII letter. */
function shape(text: string): number {
  return 0x10000 * text.length + (text.charCodeAt(0) & ~0x20);
}

/**
 * Generic Chinese link texts, which are no failure of the audit: Lighthouse's own lists have no Chinese.
 *
 * @see https://developer.chrome.com/docs/lighthouse/seo/link-text/
 */
const CHINESE_TEXTS = new Set(
  '点击这里|点这里|点击此处|点此|请点击|点我|点击|点击查看|点击进入|点击详情|查看|查看更多|查看全部|查看详情|详情|详细|了解更多|了解详情|更多|更多内容|更多信息|阅读更多|阅读全文|继续阅读|全文|这里|此处|链接|进入|點擊這裡|點這裡|點擊此處|點此|點擊查看|查看更多|查看詳情|詳情|詳細|了解更多|了解詳情|更多資訊|閱讀更多|閱讀全文|繼續閱讀|這裡|此處|連結|進入'.split(
    '|',
  ),
);

/** @returns whether a link text is Chinese: it has Han characters and no kana */
export function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

/** @returns whether a Chinese link text does not describe the target; punctuation around it is ignored */
export function isGenericChinese(text: string): boolean {
  return CHINESE_TEXTS.has(text.replace(/[\s\p{P}\p{S}]+/gu, ''));
}

/** Attributes that have no effect without `href`: an anchor with one of them is no placeholder. */
const LINK_ATTRIBUTES = new AttributeNames('target', 'download', 'ping', 'rel', 'hreflang', 'type', 'referrerpolicy');

/**
 * Links can be crawled.
 *
 * Passes if every link has an address that a crawler can follow; placeholders without event handlers, anchors with a
 * name or an id, `mailto:` and links with a role count as passed. Fails for `javascript:void(0)`, `file:`, an invalid
 * address, and a missing or empty address.
 */
export const crawlableAnchors: AnchorAudit = {
  id: 'crawlable-anchors',
  title: 'Links can be crawled',
  failureTitle: 'Some links cannot be crawled',
  weight: 1,
  judgeAnchor(anchor, { url }) {
    const { attributes } = anchor.element;
    const href = /\s/.test(anchor.rawHref) ? anchor.rawHref.replace(/\s/g, '') : anchor.rawHref;
    if ((attributes.get('role') ?? '').trim() !== '' || href.startsWith('mailto:')) return null;
    if (href === '' && attributes.get('id')) return null;
    if (href.startsWith('file:')) return fail(anchor, 'file_link');
    if (anchor.name.trim() !== '') return null;
    if (!attributes.has('href') && !attributes.hasOneOf(LINK_ATTRIBUTES)) {
      const handled = attributes.names().some((name) => name.startsWith('on'));
      return handled ? fail(anchor, 'handler_without_href') : null;
    }
    if (anchor.rawHref === '' && anchor.href() === '') return fail(anchor, 'no_href');
    if (href.includes('javascript:void') && /javascript:void(?:\(|)0(?:\)|)/.test(href))
      return fail(anchor, 'void_href');
    const resolved = anchor.httpHost !== null && href === anchor.rawHref;
    return resolved || URL.canParse(href, url) ? null : fail(anchor, 'invalid_href');
  },
};

function fail({ element }: Anchor, reason: AuditMessage): AuditItem {
  return auditItem(reason, { element: markup(element) });
}
