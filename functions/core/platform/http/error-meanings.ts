import type { ErrorName } from './errors.ts';

/** Errors that only the back office returns, and `domain_blocked`, which callers receive with another code. */
type Undocumented =
  'sign_in_required' | 'not_permitted' | 'report_not_found' | 'domain_not_stored' | 'lists_full' | 'domain_blocked';

/** Name of an error of the OpenAPI document. */
export type DocumentedName = Exclude<ErrorName, Undocumented>;

/** Conditions of errors, for the OpenAPI document. No function loads this file. */
export const ERROR_MEANINGS: Record<DocumentedName, string> = {
  unsupported_action: 'The action is missing or unknown; the body describes the usage of the endpoint.',
  missing_parameter:
    'Required parameters of the action are missing or empty; all of them are listed. The body also describes the usage.',
  missing_api_key: 'The request contains no API key.',
  invalid_api_key: 'The API key is unknown or disabled.',
  upstream_rejected_credentials: 'Upstream does not accept the account, the password or the token.',
  blocked: 'The optional firewall temporarily blocks the IP address of the caller.',
  not_found: "The path does not exist, or the key's owner has no such batch, crawl or watch.",
  not_crawled: 'The site was never crawled, and no crawl of it is in progress.',
  crawl_not_found: 'No crawl of the domain with this id is stored.',
  no_audit: 'Only parts of the site were crawled, so that the id of a crawl is required.',
  links_not_stored: 'The crawl is stored without its links.',
  no_comparison: 'There is no complete crawl to compare with, or the domain of base has no audit.',
  domain_not_found: 'The domain name does not exist. A retry returns the same error.',
  method_not_allowed: 'The path does not support this method; the header Allow lists the supported ones.',
  idempotency_conflict: 'The Idempotency-Key was used for another request within the last day.',
  batches_full: "The key's owner has the maximum number of batches in progress.",
  crawl_in_progress: "A crawl of the site by the key's owner is in progress, so that no other can start.",
  conflict: 'Another request changed the same item at the same time.',
  watches_full: "The key's owner has the maximum number of watches of its plan.",
  deliveries_full:
    "The key's owner has the maximum number of pending deliveries of batches and crawls to addresses that have not " +
    'answered a test delivery.',
  snapshots_full: 'The maximum number of domains with scheduled snapshots is reached.',
  no_receiver: 'The watch has no receiver that could be tested.',
  too_large: 'The request exceeds the limits of the gateway.',
  invalid_parameter:
    'Parameters have invalid values or are given twice; all of them are listed. There are no details if the gateway ' +
    'cannot read the request.',
  not_verified:
    "The rate is above 1, or pages above 5,000, and the key's owner has not proved control of the domain, or the proof has " +
    'expired.',
  proof_required:
    "The crawl has headers or basic_auth, and the key's owner has not proved control of the domain, or the proof has expired.",
  upstream_refused: 'Upstream refused the call for a reason other than credentials.',
  rate_limited: 'Too many requests in a short time.',
  quota_exceeded: "The monthly quota of the key's plan is used up.",
  domain_allowance_exceeded:
    "The daily (UTC) allowance of the key's owner does not suffice, or 100 hosts of one registrable domain were fetched. " +
    'Cached data are still returned.',
  internal: 'An internal error of this service.',
  all_sources_failed: 'No source returned data, and no data are stored.',
  upstream_unreadable: 'Upstream returned an HTTP error, a body that is not JSON, or no response.',
  not_configured: 'The operator has not configured an upstream.',
  service_busy:
    'Too many fetches and comparisons are in progress, of the owner of the key or of all callers; stored data are still ' +
    'returned.',
  gateway_timeout: 'The response was not ready within the time limit; retry shortly.',
  upstream_timeout: 'Upstream did not respond within the time limit.',
};
