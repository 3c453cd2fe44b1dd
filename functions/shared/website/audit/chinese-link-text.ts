/**
 * Generic Chinese link texts, for the extra check `generic-link-text-zh`. Lighthouse's own lists have no Chinese.
 *
 * @see https://developer.chrome.com/docs/lighthouse/seo/link-text/
 */
const GENERIC = new Set(
  '点击这里|点这里|点击此处|点此|请点击|点我|点击|点击查看|点击进入|点击详情|查看|查看更多|查看全部|查看详情|详情|详细|了解更多|了解详情|更多|更多内容|更多信息|阅读更多|阅读全文|继续阅读|全文|这里|此处|链接|进入|點擊這裡|點這裡|點擊此處|點此|點擊查看|查看更多|查看詳情|詳情|詳細|了解更多|了解詳情|更多資訊|閱讀更多|閱讀全文|繼續閱讀|這裡|此處|連結|進入'.split(
    '|',
  ),
);

/** @returns whether a link text is Chinese, that is has Han characters and no kana */
export function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

/** @returns whether a Chinese link text says nothing of where it leads; marks around it do not count */
export function isGenericChinese(text: string): boolean {
  return GENERIC.has(text.replace(/[\s\p{P}\p{S}]+/gu, ''));
}
