import { asMessage, fillIn, type Message, type MessageValues } from './message.ts';
import { type Problem, type Rule, RULES, textOfRule } from './rules.ts';

/** Properties that all errors of a kind share. */
export interface ErrorKind {
  /** HTTP status. */
  status: number;
  /** Whether the same request may succeed later, unchanged. */
  retryable: boolean;
  /** Whole seconds after which to retry, if this is the same for all errors of the kind. */
  retryAfterSeconds?: number;
  /** Default message for people, without internal details; `{name}` is replaced with the value of this name. */
  message: string;
  /** The stable code in the envelope's `error`, if it differs from the name of the kind. */
  code?: string;
}

/** The same request fails again. */
const permanent = (status: number, message: string): ErrorKind => ({ status, retryable: false, message });
/** The same request may succeed later. */
const temporary = (status: number, message: string, retryAfterSeconds?: number): ErrorKind => {
  return { status, retryable: true, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
};

/**
 * Every error that callers may see, from functions and from API Gateway. The OpenAPI document and the gateway responses
 * derive from it. Each message states what is wrong, the value or parameter, and what to do. It is one table, because the
 * codes are unique over all endpoints, and the back office translates all of them.
 */
export const ERRORS = {
  unsupported_action: permanent(400, 'action 参数缺失或不受支持，支持的取值：{actions}'),
  missing_parameter: permanent(400, 'action={action} 缺少必填参数：{names}'),
  missing_api_key: permanent(
    401,
    'Pass your API key in the header X-SEO-API-Key, as Authorization: Bearer <key>, or as the query parameter api_key. An empty value counts as none.',
  ),
  invalid_api_key: permanent(
    401,
    'The API key is unknown or disabled. Pass an active key, or request one from the operator of this service.',
  ),
  sign_in_required: permanent(401, 'This request requires a valid access token. Sign in and repeat it.'),
  upstream_rejected_credentials: permanent(401, '{msg}'),
  blocked: permanent(
    403,
    'The firewall of this service blocks your IP address. Send fewer requests and try again in a few minutes.',
  ),
  not_permitted: permanent(403, 'Your account has read-only access. Sign in as an operator to make changes.'),
  not_found: permanent(404, 'No resource exists at this path. /openapi.json lists all paths.'),
  domain_not_found: permanent(404, 'The domain name {domain} does not exist. Check its spelling.'),
  not_crawled: permanent(404, 'The site of {domain} was never crawled. Start a crawl with /api/v1/seo/site.'),
  crawl_not_found: permanent(
    404,
    'No crawl {crawl} of this domain is stored. /api/v1/seo/site/crawls lists the stored crawls.',
  ),
  no_audit: permanent(
    404,
    'Only parts of the site of {domain} were crawled. Pass the id of a crawl (/api/v1/seo/site/crawls) as crawl, or crawl ' +
      'the whole site with /api/v1/seo/site.',
  ),
  links_not_stored: permanent(
    404,
    "The links of this crawl are no longer stored: they are kept of the audit, and of each owner's newest crawl.",
  ),
  no_comparison: permanent(
    404,
    'A comparison needs a second crawl that is complete. Start another crawl with /api/v1/seo/site and refresh=1, or pass base.',
  ),
  report_not_found: permanent(
    404,
    'This link to a report is incomplete, has expired or was revoked. Request a new one from the person who sent it.',
  ),
  domain_not_stored: permanent(404, 'No data are stored for this domain. Fetch it first.'),
  method_not_allowed: permanent(405, 'This path does not support the method of the request. Use one of: {methods}.'),
  idempotency_conflict: permanent(
    409,
    'This Idempotency-Key was used for another request within the last day. Use a new key for each new request.',
  ),
  batches_full: temporary(
    409,
    'You have {max} batches in progress, the maximum. Wait until one has ended, or stop one with ' +
      'DELETE /api/v1/seo/batches/<batch_id>.',
    60,
  ),
  crawl_in_progress: temporary(
    409,
    "A crawl of this site by your key's owner is in progress. Wait until it has ended, or stop it with DELETE /api/v1/seo/site.",
  ),
  conflict: temporary(409, 'Another request changed the same item at the same time. Reload it and repeat the change.'),
  lists_full: permanent(409, 'There are already {max} lists, the maximum. Delete one before adding another.'),
  watches_full: permanent(409, 'There are already {max} watches, the maximum. Delete one, or use a larger plan.'),
  deliveries_full: temporary(
    409,
    'There are already {max} pending deliveries of batches and crawls to unconfirmed addresses, the maximum. Have the ' +
      'receiver answer its test delivery with 2xx, wait until some of them have ended, or omit deliver.',
  ),
  snapshots_full: permanent(
    409,
    'Snapshots of {max} domains are scheduled, the maximum. The operator of this service can raise maxFollowedDomains.',
  ),
  no_receiver: permanent(409, 'The watch has no receiver. Set deliver first.'),
  too_large: permanent(413, 'The request exceeds the size limits of API Gateway. Send a smaller request.'),
  invalid_parameter: permanent(422, 'The request is malformed. Check its path, query string, headers and body.'),
  domain_blocked: { ...permanent(422, RULES.blocked), code: 'invalid_parameter' },
  not_verified: permanent(
    422,
    '{parameter}: more than {max, number} requires a proof by file that you control {domain}. Send {max, number} at most, ' +
      'or publish the token that ' +
      '/api/v1/seo/site/verification?domain={domain} returns as a line of /.well-known/seo-verification.txt, request that ' +
      'path again, then repeat this request.',
  ),
  proof_required: permanent(
    422,
    'headers and basic_auth require a proof that you control {domain}. Publish the token that ' +
      '/api/v1/seo/site/verification?domain={domain} returns, as that answer describes, request that path again, then ' +
      'repeat this request.',
  ),
  upstream_refused: permanent(422, '{msg}'),
  rate_limited: temporary(
    429,
    'Too many requests in a short time, with this key or by all callers of this path together. Wait one second, then ' +
      'send requests at a lower rate.',
    1,
  ),
  // It may take weeks: a program that repeats the request would only wait.
  quota_exceeded: permanent(
    429,
    "The monthly quota of the key's plan is used up. Wait until the first day of the next month (UTC), or use a larger plan.",
  ),
  domain_allowance_exceeded: temporary(429, 'The daily allowance is used up. It resets at 00:00 UTC.'),
  internal: temporary(
    500,
    'An internal error occurred. Try again, or report the request_id to the operator of this service.',
  ),
  all_sources_failed: temporary(502, 'No data source returned a usable response. Try again later.'),
  upstream_unreadable: temporary(502, 'The forum upstream returned no valid response. Try again later.'),
  not_configured: permanent(
    503,
    'The forum upstream is not configured. The operator must set forumUpstreamUrl and store the salt of signatures.',
  ),
  service_busy: temporary(
    503,
    'All {limit} fetches of this service are in progress; stored data are still returned. Try again in a few seconds.',
    5,
  ),
  gateway_timeout: temporary(504, 'The response was not ready within the time limit. Try again in a few seconds.'),
  upstream_timeout: temporary(504, 'The forum upstream did not respond within the time limit. Try again later.'),
} satisfies Record<string, ErrorKind>;

export type ErrorName = keyof typeof ERRORS;

/** An invalid parameter and the rule that it breaks. */
export interface ParameterProblem extends Problem {
  param: string;
}

/** A rejected parameter as in the envelope. */
export interface ErrorDetail {
  param: string;
  /** Stable id of the rule that it breaks. */
  rule: Rule;
  /** The English text of the rule. */
  message: string;
  /** The values that the message contains. */
  values: MessageValues;
}

/** Properties of one error. */
export interface ErrorFacts {
  /** Replaces the default message of the kind. */
  message?: string | Message;
  /** Values of the placeholders in the default message. */
  values?: MessageValues;
  /** Replaces the value of the kind. */
  retryable?: boolean;
  /** Whole seconds after which to retry, if known. */
  retryAfterSeconds?: number | undefined;
  /** The rejected parameters with the reasons. */
  details?: ErrorDetail[];
  /** Members of the envelope in addition to those of every error. */
  extras?: Record<string, unknown>;
  /** Headers in addition to those of every error. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error that callers may see. */
export class ServiceError extends Error {
  readonly kind: ErrorName;
  /** Stable; the envelope's `error`. */
  readonly code: string;
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;
  /** The values that the message contains. */
  readonly values: MessageValues;
  readonly details: ErrorDetail[] | undefined;
  readonly extras: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(kind: ErrorName, facts: ErrorFacts = {}) {
    const common: ErrorKind = ERRORS[kind];
    const { text, values } = asMessage(facts.message ?? fillIn(common.message, facts.values ?? {}));
    super(text, { cause: facts.cause });
    this.kind = kind;
    this.code = common.code ?? kind;
    this.status = common.status;
    this.retryable = facts.retryable ?? common.retryable;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? common.retryAfterSeconds;
    this.values = values;
    this.details = facts.details;
    this.extras = facts.extras ?? {};
    this.headers = facts.headers ?? {};
  }
}

/** Returns whether a thrown value is a service error, and of one of these kinds if any are given. */
export function isError(thrown: unknown, ...kinds: ErrorName[]): thrown is ServiceError {
  return thrown instanceof ServiceError && (kinds.length === 0 || kinds.includes(thrown.kind));
}

/** Creates the error that lists all invalid parameters. */
export function invalidParameters(
  problems: ParameterProblem[],
  kind: 'invalid_parameter' | 'domain_blocked' = 'invalid_parameter',
): ServiceError {
  const details = problems.map(detailOf);
  return new ServiceError(kind, {
    message: {
      text: details.map(({ param, message }) => `${param}: ${message}`).join('; '),
      values: Object.fromEntries(details.map(({ param, values }) => [param, values])),
    },
    details,
  });
}

/** Returns the member of `details` about an invalid parameter. */
export function detailOf({ param, rule, values = {} }: ParameterProblem): ErrorDetail {
  return { param, rule, message: textOfRule({ rule, values }), values };
}

/** Creates the error of one invalid parameter. @param values values of the rule's text */
export function invalidParameter(param: string, rule: Rule, values?: MessageValues): ServiceError {
  return invalidParameters([{ param, rule, ...(values && { values }) }]);
}

/** Creates the error of a domain that the operator has blocked. @param param name of the parameter with the domain */
export function domainBlocked(param = 'domain'): ServiceError {
  return invalidParameters([{ param, rule: 'blocked' }], 'domain_blocked');
}

/** Creates the error of an unsupported method. @param methods of the path, for the header `Allow` (RFC 9110, 15.5.6) */
export function methodNotAllowed(methods: readonly string[]): ServiceError {
  return new ServiceError('method_not_allowed', { values: { methods }, headers: { Allow: methods.join(', ') } });
}

/** Converts an unexpected error into `internal`, which contains no details for callers; its cause is logged. */
export function asServiceError(thrown: unknown): ServiceError {
  return isError(thrown) ? thrown : new ServiceError('internal', { cause: thrown });
}
