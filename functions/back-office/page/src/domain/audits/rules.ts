/** The documentation of each audit's rule, by the audit's id; the docstring of the audit has the same. */
export const rules: Readonly<Record<string, string>> = {
  'is-crawlable': 'https://developer.chrome.com/docs/lighthouse/seo/is-crawlable/',
  'document-title': 'https://dequeuniversity.com/rules/axe/4.13/document-title',
  'meta-description': 'https://developer.chrome.com/docs/lighthouse/seo/meta-description/',
  'http-status-code': 'https://developer.chrome.com/docs/lighthouse/seo/http-status-code/',
  'link-text': 'https://developer.chrome.com/docs/lighthouse/seo/link-text/',
  'crawlable-anchors': 'https://support.google.com/webmasters/answer/9112205',
  'robots-txt': 'https://developer.chrome.com/docs/lighthouse/seo/invalid-robots-txt/',
  'image-alt': 'https://dequeuniversity.com/rules/axe/4.13/image-alt',
  hreflang: 'https://developer.chrome.com/docs/lighthouse/seo/hreflang/',
  canonical: 'https://developer.chrome.com/docs/lighthouse/seo/canonical/',
};
