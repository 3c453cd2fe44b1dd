import { fillIn, type MessageValue, type MessageValues } from './message.ts';

/**
 * The rules for values of requests, by their stable ids. The texts follow the parameter's name; `{name}` is replaced
 * with the value of this name, `{name, number}` with a number in groups of three digits.
 */
export const RULES = {
  invalid: '{problem}',
  required: 'is required',
  required_unless_domain: 'is required unless domain is given',
  given_once: 'must be given only once',
  not_with_crawl: 'cannot be given together with crawl',
  not_with: 'cannot be given together with {other}',
  not_with_from_or_to: 'cannot be given together with from or to',
  url_or_domain: 'either url or domain is required, not both',
  unknown_name: 'is not a known {kind}; known: {known}',
  unknown_name_similar: 'is not a known {kind}; did you mean {nearest}?',
  unknown_name_in_url:
    'is not a known parameter; if it belongs to url, percent-encode the value of url (& as %26, ? as %3F, = as %3D)',
  unknown_name_of_body: 'is not a parameter of the query; the values of this method are members of a JSON body',
  unknown_name_none_known: 'is not a known {kind}; none are accepted',
  unknown_fields: '{problems}',
  blocked: 'is blocked by the operator of this service',

  text: 'must be text',
  not_text: 'is not text',
  utf8: 'must be text in UTF-8',
  text_or_number: 'must be text or a number',
  boolean: 'must be true or false',
  boolean_or_digit: 'must be true, false, 1 or 0',
  one_or_zero: 'must be 1 or 0',
  one_of: 'must be one of {known}',
  some_of: 'must be one or more of {known}, separated by commas',
  csv_or_json: 'must be csv or json',
  not_csv_with_history: 'must not be csv for a batch with history, which a table cannot contain: request json',
  language: 'must be one of {known}, optionally followed by a market (pt-BR)',

  json: 'must be JSON',
  json_empty: 'is empty; it must be JSON',
  json_not_query: 'is empty; the parameters of this method are members of a JSON body, not of the query',
  json_form: 'is a form; it must be JSON',
  json_at: 'is not valid JSON at character {position, number}',
  json_ends: 'is not valid JSON: it ends too early',
  not_json: 'is not valid JSON',
  json_object: 'must be a JSON object',
  form_or_json: 'must be a form (application/x-www-form-urlencoded) or JSON (application/json)',
  object: 'must be an object',
  too_deep: 'is nested too deeply',
  proto_member: 'must not have a member named __proto__',
  domain_list: 'must be a list of domains',
  keyword_list: 'must be a list of keywords',
  tag_list: 'must be a list of tags',
  member_list: 'must be a list of names of members',
  pattern_list: 'must be a list of path patterns',
  address_list: 'must be a list of addresses',
  field_list: 'must be a list of 1 to {max} names of values',
  condition_list: 'must be a list of 1 to {max} conditions',
  extract_list: 'must be a list of at most {max} values',
  extract_name: 'must begin with a lower-case letter and have at most 40 lower-case letters, digits and _',
  extract_name_in_use: 'is the name of another value',
  extract_get: 'must be text, count, or attribute: followed by the name of an attribute',
  header_list: 'must be an object with at most {max} headers, each with its value as text',
  header_name: 'must have names of headers, of at most {max} letters, digits and characters such as - and _',
  header_refused: 'is a header that a request cannot set',
  header_twice: 'is given twice, in different cases',
  header_value: 'must have 1 to {max, number} printable ASCII characters, without spaces at its ends',
  username: 'must have 1 to 200 characters, without colons and control characters',
  password: 'must have at most 200 characters, without control characters',
  credentials_too_long: 'must have, with basic_auth, at most {max, number} bytes as JSON',
  selector: 'is not a CSS selector from character {position} on',
  condition: 'must be an object whose member on is one of {known}',

  length: 'must have {min} to {max} characters',
  keyword_length: 'must have from {min} to {max} characters',
  not_empty: 'must have at least 1 character',
  max_characters: 'must have at most {max} characters',
  too_many_characters: 'is longer than {max} characters',
  printable_ascii: 'must have 1 to 255 printable ASCII characters',
  several_lines: 'has several lines',
  control_characters: 'has control characters',
  lone_surrogate: 'has an invalid character (a lone surrogate)',
  path_pattern: 'must start with / or * and have at most {max} characters',
  pattern_stars: 'must have at most {max} stars',

  one_domain: 'must have at least 1 domain',
  min_domains: 'must have at least {min} domains',
  max_domains: 'must have at most {max, number} domains',
  max_rows: 'must have at most {max} domains',
  max_rows_with_history: 'must have at most {max} domains with history',
  max_input_bytes: 'must have at most {max, number} bytes in all',
  max_fields: 'must name {min} to {max} members',
  max_keywords: 'must have at most {max} keywords',
  max_patterns: 'must have at most {max} patterns',
  max_addresses: 'must have at most {max, number} addresses',
  addresses_for_pages: 'must have at most {max, number} addresses, ten for each page of the limit',
  more_addresses: 'has {count, number} more addresses that are refused',
  max_tags: 'must have at most {max} tags',
  tags_or_follow: 'must have add_tags, remove_tags or follow',

  whole_number: 'must be a whole number',
  whole_number_from: 'must be a whole number from {min} to {max}',
  country_similar: 'is not an ISO 3166-1 code; did you mean {nearest}?',
  whole_number_or_null: 'must be a whole number from {min} to {max}, or null',
  number_from: 'must be a number from {min} to {max}',
  from: 'must be from {min} to {max}',
  at_least: 'must be at least {min}',
  at_most: 'must be at most {max}',
  word_count: 'must be a number, a range or a minimum such as 3, 3-5 or 4+, from {min} to {max}',
  min_score_above_max: 'must not be greater than score_max',
  amount: 'must be a number above 0, or a share such as "20%"',
  share_only: 'must be a share such as "20%" for this metric',
  http_status: 'must be an HTTP status such as 404, or a class such as 4xx',
  link_status: 'must be an HTTP status such as 404, a class such as 4xx, error or unchecked',
  range: 'must be a number with d, w, m or y, from {min} to {max}',

  date: 'must be a date, YYYY-MM-DD',
  dates: 'must be dates, such as 2026-11-23',
  date_for_each_domain: 'must have a date for each domain',
  date_or_time: 'must be a date (2026-11-21) or a time in UTC (2026-11-21T09:42:38Z)',
  time_with_zone: 'must be a time with its zone, such as 2027-01-31T00:00:00Z',
  in_the_future: 'must be in the future',
  after_now: 'must not be after now',
  after_to: 'must not be after to',
  before_from: 'must not be before from',
  max_days_before_to: 'must be at most {max} days before to',

  cursor: 'must be the next_cursor of an answer to the same query',
  cursor_of_batch: 'is not a cursor of this batch',
  crawl_id: 'must be the id of a crawl, as /api/v1/seo/site/crawls lists it',
  cursor_of_deleted_crawl: 'belongs to a crawl that is no longer stored: request the list again without a cursor',
  next_of_response: 'must be the time in next of a response',
  refresh_with_get: 'must not be set; use POST to fetch again',

  one_domain_for_lists: 'must stay one domain, since the crawl has addresses of it: give crawl too to change them',
  one_domain_for_credentials:
    'must stay one domain, since the crawl has credentials for it: give crawl too to change them',
  lists_too_long: 'has lists that are longer than {max} KB after compression',
  domains_or_tag: 'either domains or tag is required, not both',
  operator_only: 'is available in the workspace only',
  receiver_url: 'must be an https address without user name and password, of at most {max, number} characters',

  plan: 'must be the name of a plan',
  owner: 'must be the owner of a key',
  key_on_plan: 'must be the id of a key that is on a plan',
  name_in_use: 'is the name of another key',
  key_expired: 'must not be true: the key has expired; also set expires_at to a later time or null',
  allowance: 'must have domains_per_day or pages_per_day',

  not_host: 'is not a host name or URL',
  ip_address: 'is an IP address; give a domain name',
  too_many_octets: 'is longer than {max} octets',
  comma: 'has a comma; give one domain name, such as shop.example',
  single_label: 'is a single label; give a full domain name',
  invalid_label: 'has a label that is not valid in a host name',
  reserved_name: 'is a reserved name that cannot be reached',
  public_suffix: 'is a public suffix; give a domain below it',
  user_information: 'has a user name or password; give the address without them',
  other_port: 'has a port other than its scheme’s own (http: 80, https: 443)',
  absolute_url: 'must be an absolute URL that begins with http:// or https://',
  absolute_address: 'must be an absolute http or https address, such as https://example.com/page',
  backslash: 'has a backslash before its path',
  no_host: 'has no host',
  other_host: 'is not an address of {host} or www.{host}: {address}',
  host_invalid: 'has a host that is not a valid host name',
  host_ip_address: 'has a host that is an IP address; give a domain name',
  host_too_many_octets: 'has a host that is longer than {max} octets',
  host_not_public: 'has a host that is not a public IP address',
  host_single_label: 'has a host that is a single label; give a full domain name',
  host_invalid_label: 'has a host that has a label that is not valid in a host name',
  host_reserved_name: 'has a host that is a reserved name that cannot be reached',
  host_public_suffix: 'has a host that is a public suffix; give a domain below it',
} as const;

export type Rule = keyof typeof RULES;

/** A rule that a value breaks, with the values of the rule's text. */
export interface Problem {
  rule: Rule;
  values?: MessageValues;
}

export const isRule = (name: string): name is Rule => Object.hasOwn(RULES, name);

/** Returns the English text of a broken rule; it follows the parameter's name. */
export function textOfRule({ rule, values = {} }: Problem): string {
  return fillIn(RULES[rule], values).text;
}

/** A broken rule as the error of a zod schema. */
export interface BrokenRule extends Required<Problem> {
  /** The English text of the rule. */
  message: string;
}

/** @param values values of the rule's text */
export function brokenRule(rule: Rule, values: MessageValues = {}): BrokenRule {
  return { rule, values, message: textOfRule({ rule, values }) };
}

/** Returns whether an error of a zod schema is a rule, and not zod's own. */
export function isBrokenRule(error: unknown): error is BrokenRule {
  return typeof error === 'object' && error !== null && 'rule' in error;
}

/**
 * Returns a rule as the last argument of a zod schema or check: `z.string(rule('text'))`. `problemOf` reads it.
 *
 * @param values values in addition to the bounds of zod's own checks (`min` and `max`)
 */
export function rule(name: Rule, values?: MessageValues) {
  return { error: (issue: object) => brokenRule(name, { ...boundsOf(issue), ...values }) };
}

function boundsOf({ minimum, maximum }: { minimum?: MessageValue; maximum?: MessageValue }): MessageValues {
  return { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
}
