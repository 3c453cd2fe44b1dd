import { commaSeparated, flag, fromHost, json, type Kind, number, optionalText, text } from './kinds.ts';

/** Names of the stack's usage plans, without its prefix; the largest quota last. */
export const planNames = ['basic', 'pro'] as const;
export type PlanName = (typeof planNames)[number];

/** Limits for one owner of keys. */
export interface Allowance {
  /** Maximum number of fetches in a day (UTC). */
  domains: number;
  pages: number;
  /** Maximum number of watches. */
  watches: number;
}

/** By the name of the plan. */
export type PlanAllowances = Readonly<Record<PlanName, Allowance>>;

/** Bounds of the maximum number of pages of a crawl, which the operator may lower. */
export const crawlPageBounds = { min: 1, max: 5_000 };

/** Bounds and defaults of the operator's settings of a check-in on all boards. */
export const forumBatchBounds = {
  concurrency: { min: 1, max: 10, default: 3 },
  pauseMs: { min: 0, max: 3_000, default: 150 },
};

/** Scheme, host and port that replace those of a provider or an engine; the path is unchanged. */
const baseUrl = fromHost(optionalText);

/**
 * All environment variables of functions. `settings.ts` contains the list of each function. The comment of a variable
 * is its documentation, which `npm run docs:settings` writes into `docs/configuration.md`.
 */
export const catalogue = {
  /** Tag by which API keys are recognized, and prefix of the names of keys and plans. */
  STACK_NAME: text,
  /** Version of the service, as `/health` returns it. */
  SERVICE_VERSION: text,
  /** CloudWatch namespace of the metrics of requests. */
  METRICS_NAMESPACE: text,
  /** Methods of each path of the API, by the path in the syntax of API Gateway. */
  METHODS_BY_PATH: json<Record<string, string[]>>(),

  /** Table of the records that answers are made of. */
  DOMAIN_CACHE_TABLE: text,
  /** Table of the snapshots of domains. */
  DOMAIN_HISTORY_TABLE: text,
  /** Table of the domains with scheduled snapshots. */
  DOMAIN_SCHEDULE_TABLE: text,
  /** Table of keywords, suggestions and their index. */
  KEYWORDS_TABLE: text,
  /** Table of leases, rate limits, allowances and spending. */
  COORDINATION_TABLE: text,
  /** Table of batches. */
  BATCHES_TABLE: text,
  /** Table of audited pages. */
  PAGES_TABLE: text,
  /** Table of crawls of sites. */
  SITE_CRAWLS_TABLE: text,
  /** Table of watches, their events and pending deliveries. */
  WATCHES_TABLE: text,
  /** Table of failed jobs and of the journal of operators' changes. */
  OPERATIONS_TABLE: text,

  /** Queue of snapshots and refreshes. */
  WORK_QUEUE_URL: text,
  /** Queue of keywords to be indexed. */
  LEARNING_QUEUE_URL: text,
  /** Queue of the domains of batches. */
  BATCH_QUEUE_URL: text,
  /** Queue of crawls of sites. */
  CRAWL_QUEUE_URL: text,
  /** Queue of deliveries to receivers. */
  DELIVERY_QUEUE_URL: text,
  /** Dead-letter queue of all these queues. */
  DEAD_LETTERS_URL: text,

  /** URL of a page about the crawler, part of its user agent. */
  CRAWLER_CONTACT_URL: text,
  /** Prefix of the SSM parameters with the keys of sources. */
  SOURCE_KEYS_PREFIX: text,
  /** SSM parameter with the secret from which the secrets of deliveries are derived. */
  WATCHES_SECRET_PARAMETER: text,
  /** ARN of the topic of alarms; empty: there is no recipient. */
  ALARMS_TOPIC: optionalText,
  /** Ids of sources and engines that the operator has switched off. */
  DISABLED_SOURCES: commaSeparated,
  /** Budget of paid sources per day (UTC), in US dollars. */
  DAILY_BUDGET_USD: number(),
  /** Maximum number of domains with scheduled snapshots. */
  MAX_FOLLOWED_DOMAINS: number(),
  /** Maximum number of pages of a crawl that callers may request. */
  MAX_CRAWL_PAGES: number(crawlPageBounds),
  /** Whether sites of followed domains are crawled every week. */
  WEEKLY_SITE_CRAWLS: flag,
  /** Maximum number of fetches in progress for waiting callers, of all owners together. */
  MAX_CONCURRENT_FETCHES: number({ min: 1, max: 1_000 }),
  /** The same for one owner of keys. */
  MAX_CONCURRENT_FETCHES_PER_OWNER: number({ min: 1, max: 1_000 }),
  /** Allowances of all plans: `{"basic":{"domains":1000,"pages":5000,"watches":20},…}`. */
  PLAN_ALLOWANCES: json<PlanAllowances>(
    isPlanAllowances,
    `JSON with domains, pages and watches of ${planNames.join(', ')}`,
  ),

  /** URL of the forum upstream; if it is empty, the forum is not configured. */
  FORUM_UPSTREAM_URL: optionalText,
  /** SSM parameter with the salt of signatures. */
  FORUM_SIGN_SALT_PARAMETER: text,
  /** Market id that is sent to the forum. */
  FORUM_MARKET_ID: optionalText,
  /** Device code that is sent to the forum. */
  FORUM_DEVICE_CODE: optionalText,
  /** Number of concurrent check-ins of a check-in on all boards. */
  FORUM_BATCH_CONCURRENCY: number(forumBatchBounds.concurrency),
  /** Pause of each concurrent check-in before its next board, in milliseconds. */
  FORUM_BATCH_PAUSE_MS: number(forumBatchBounds.pauseMs),
  /** Boards that a check-in on all boards skips, in addition to board 0, which does not support check-ins. */
  FORUM_EXCLUDED_BOARDS: commaSeparated,

  /** Function of `/api/v1/seo/page`, which the workspace invokes. */
  PAGE_FUNCTION: text,
  /** Function of `/api/v1/seo/site`. */
  SITE_FUNCTION: text,
  /** Function of `/api/v1/seo/site/verification`. */
  SITE_VERIFICATION_FUNCTION: text,
  /** Function of `/api/v1/seo/watches`. */
  WATCHES_FUNCTION: text,
  /** Function of `/api/v1/seo/keywords`. */
  KEYWORDS_FUNCTION: text,
  /** Function of `/api/v1/seo/long-tail`. */
  LONG_TAIL_FUNCTION: text,
  /** Issuer of the tokens of operators. */
  SIGN_IN_ISSUER: text,
  /** OAuth client of the back office's page. */
  SIGN_IN_CLIENT_ID: text,
  /** OAuth scope that a token needs. */
  SIGN_IN_SCOPE: text,
  /** Origins of the sign-in server that the page calls, separated by spaces. */
  SIGN_IN_ORIGINS: text,
  /** URL that ends a session; default: from the issuer's metadata. */
  SIGN_IN_LOGOUT_URL: optionalText,

  /** Region, set by Lambda. */
  AWS_REGION: fromHost(text),
  /** Endpoint of DynamoDB in the local runner. */
  AWS_ENDPOINT_URL_DYNAMODB: fromHost(optionalText),
  /** Addresses of hosts that are reachable although their names are reserved, as in `LOCAL_RESOLVE`. */
  RESOLVE_OVERRIDES: fromHost(optionalText),
  /** DNS servers in place of the system's. */
  RESOLVE_DNS_SERVERS: fromHost(commaSeparated),
  /** Not empty: the host can load a demo portfolio at `POST /back-office/api/demo`. */
  DEMO_PORTFOLIO: fromHost(optionalText),
  /** URL of the sandbox, which replaces the providers for reserved names. */
  SANDBOX_PROVIDERS_URL: fromHost(optionalText),
  /** Value of all keys of sources in the sandbox. */
  SANDBOX_PROVIDERS_KEY: fromHost(optionalText),

  /** Base URL of Tranco. */
  TRANCO_URL: baseUrl,
  /** Base URL of IANA's list of RDAP servers. */
  RDAP_BOOTSTRAP_URL: baseUrl,
  /** Base URL of Common Crawl. */
  COMMON_CRAWL_URL: baseUrl,
  /** Base URL of the Wayback Machine. */
  WAYBACK_URL: baseUrl,
  /** Base URL of Open PageRank. */
  OPEN_PAGE_RANK_URL: baseUrl,
  /** Base URL of the Chrome UX Report. */
  CRUX_URL: baseUrl,
  /** Base URL of PageSpeed Insights. */
  PAGESPEED_URL: baseUrl,
  /** Base URL of DataForSEO. */
  DATAFORSEO_URL: baseUrl,
  /** Base URL of Google's suggestions. */
  GOOGLE_SUGGEST_URL: baseUrl,
  /** Base URL of Bing's suggestions. */
  BING_SUGGEST_URL: baseUrl,
  /** Base URL of DuckDuckGo's suggestions. */
  DUCKDUCKGO_SUGGEST_URL: baseUrl,
  /** Base URL of Baidu's suggestions. */
  BAIDU_SUGGEST_URL: baseUrl,
  /** Base URL of Yandex's suggestions. */
  YANDEX_SUGGEST_URL: baseUrl,
  /** Base URL of 360's suggestions. */
  SO360_SUGGEST_URL: baseUrl,
  /** Base URL of Sogou's suggestions. */
  SOGOU_SUGGEST_URL: baseUrl,
} satisfies Record<string, Kind>;

function isPlanAllowances(value: unknown): boolean {
  const plans = (value ?? {}) as Partial<Record<PlanName, Partial<Allowance> | null>>;
  const members = ['domains', 'pages', 'watches'] as const;
  return planNames.every((plan) => members.every((member) => Number.isInteger(plans[plan]?.[member])));
}
