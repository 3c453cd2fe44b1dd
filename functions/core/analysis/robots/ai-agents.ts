/**
 * A crawler of an AI service, or a token with which robots.txt controls what an AI service may do with crawled content.
 */
export interface AiAgent {
  /** Its name in robots.txt. */
  token: string;
  operator: string;
  /** `training` of models, `search` for answers, or a fetch on behalf of a `user`. */
  purpose: 'training' | 'search' | 'user';
  /** Where the operator documents it. */
  source: string;
  /** Day on which the name and the purpose were compared with that documentation, `YYYY-MM-DD`. */
  checked: string;
}

/** All were compared on one day; an entry that is compared again has its own. */
const CHECKED = '2026-11-25';

const OPENAI = 'https://developers.openai.com/api/docs/bots';
const ANTHROPIC = 'https://support.claude.com/en/articles/8896518';
const PERPLEXITY = 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers';
const GOOGLE = 'https://developers.google.com/crawling/docs/crawlers-fetchers';
const META = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers';
const AMAZON = 'https://developer.amazon.com/amazonbot';
const MISTRAL = 'https://docs.mistral.ai/robots';

/** Crawlers without documentation of their operator are not included. */
export const AI_AGENTS: readonly AiAgent[] = [
  { token: 'GPTBot', operator: 'OpenAI', purpose: 'training', source: OPENAI, checked: CHECKED },
  { token: 'OAI-SearchBot', operator: 'OpenAI', purpose: 'search', source: OPENAI, checked: CHECKED },
  { token: 'ChatGPT-User', operator: 'OpenAI', purpose: 'user', source: OPENAI, checked: CHECKED },
  { token: 'ClaudeBot', operator: 'Anthropic', purpose: 'training', source: ANTHROPIC, checked: CHECKED },
  { token: 'Claude-SearchBot', operator: 'Anthropic', purpose: 'search', source: ANTHROPIC, checked: CHECKED },
  { token: 'Claude-User', operator: 'Anthropic', purpose: 'user', source: ANTHROPIC, checked: CHECKED },
  { token: 'PerplexityBot', operator: 'Perplexity', purpose: 'search', source: PERPLEXITY, checked: CHECKED },
  { token: 'Perplexity-User', operator: 'Perplexity', purpose: 'user', source: PERPLEXITY, checked: CHECKED },
  {
    token: 'Google-Extended',
    operator: 'Google',
    purpose: 'training',
    source: `${GOOGLE}/google-common-crawlers`,
    checked: CHECKED,
  },
  {
    token: 'Google-Agent',
    operator: 'Google',
    purpose: 'user',
    source: `${GOOGLE}/google-user-triggered-fetchers`,
    checked: CHECKED,
  },
  {
    token: 'Applebot-Extended',
    operator: 'Apple',
    purpose: 'training',
    source: 'https://support.apple.com/en-us/119829',
    checked: CHECKED,
  },
  { token: 'meta-externalagent', operator: 'Meta', purpose: 'training', source: META, checked: CHECKED },
  { token: 'meta-webindexer', operator: 'Meta', purpose: 'search', source: META, checked: CHECKED },
  { token: 'meta-externalfetcher', operator: 'Meta', purpose: 'user', source: META, checked: CHECKED },
  { token: 'Amazonbot', operator: 'Amazon', purpose: 'training', source: AMAZON, checked: CHECKED },
  { token: 'Amzn-SearchBot', operator: 'Amazon', purpose: 'search', source: AMAZON, checked: CHECKED },
  { token: 'Amzn-User', operator: 'Amazon', purpose: 'user', source: AMAZON, checked: CHECKED },
  { token: 'MistralAI-Training', operator: 'Mistral AI', purpose: 'training', source: MISTRAL, checked: CHECKED },
  { token: 'MistralAI-Index', operator: 'Mistral AI', purpose: 'search', source: MISTRAL, checked: CHECKED },
  { token: 'MistralAI-User', operator: 'Mistral AI', purpose: 'user', source: MISTRAL, checked: CHECKED },
  {
    token: 'DuckAssistBot',
    operator: 'DuckDuckGo',
    purpose: 'search',
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
    checked: CHECKED,
  },
  // The page that its user agent links to; it contains little more than the name of the operator.
  {
    token: 'Bytespider',
    operator: 'ByteDance',
    purpose: 'training',
    source: 'https://zhanzhang.toutiao.com/',
    checked: CHECKED,
  },
  {
    token: 'CCBot',
    operator: 'Common Crawl',
    purpose: 'training',
    source: 'https://commoncrawl.org/ccbot',
    checked: CHECKED,
  },
];
