import * as z from 'zod/mini';
import { type Credentials, hasCredentials, textOf } from '../crawls/credentials/credentials.ts';
import { invalidParameters, type ParameterProblem } from '../platform/http/errors.ts';
import { rule } from '../platform/http/rules.ts';

/** Maximum number of headers, and of characters of names, values, user names and passwords. */
const MAX_HEADERS = 10;
const MAX_NAME = 100;
const MAX_VALUE = 2_000;
const MAX_BASIC = 200;
/** Bytes of all credentials of a crawl, as KMS encrypts them in one request. */
const MAX_BYTES = 4_096;

/** A token (RFC 9110, 5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
/** Visible characters, with spaces and tabs between them (RFC 9110, 5.5). */
const VALUE = /^[!-~](?:[\t -~]*[!-~])?$/;
/** RFC 7617, 2: a user name has no colon, and neither has control characters. */
const USERNAME = /^[^:\p{Cc}]+$/u;
const PASSWORD = /^[^\p{Cc}]*$/u;

/** Headers that a crawl sets itself, or that concern the connection or the form of the body (RFC 9110, 7.6.1). */
const REFUSED = new Set([
  ...['host', 'user-agent', 'range', 'if-range', 'accept', 'accept-encoding', 'expect', 'te', 'trailer', 'upgrade'],
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'via', 'forwarded', 'http2-settings'],
]);
const REFUSED_PREFIXES = ['content-', 'transfer-', 'x-forwarded-'];

const isRefused = (name: string) => REFUSED.has(name) || REFUSED_PREFIXES.some((prefix) => name.startsWith(prefix));

const PROOF =
  'Requires a proof of control of the domain (/api/v1/seo/site/verification). Such a crawl can be read with crawl by ' +
  'the owner of your key and the operator alone. ';
const SENT =
  'Sent over https to the domain, with and without www., alone, and not after a redirect elsewhere. Stored encrypted until ' +
  'the crawl has ended, in watches until they are deleted; answers contain names alone. Addresses that look like signing out or deleting are skipped';

/** Returns the members of the body of a crawl with what it sends to its domain. */
export function credentialsMembers() {
  const problem = rule('header_list', { max: MAX_HEADERS });
  const basic = (name: 'username' | 'password', form: RegExp, description: string) =>
    z
      .string(rule('text'))
      .check(z.regex(form, rule(name)), z.maxLength(MAX_BASIC, rule(name)), z.meta({ description }));
  const username = basic('username', USERNAME, 'User name, without a colon');
  const password = basic('password', PASSWORD, 'Password; may be empty');
  return {
    headers: z._default(
      z.record(z.string(), z.string(rule('text')), problem).check(
        z.refine((headers) => Object.keys(headers).length <= MAX_HEADERS, problem),
        z.meta({
          description:
            `Up to ${MAX_HEADERS} headers by their names, such as those that a staging site requires; not Host, ` +
            'User-Agent, Accept, Range, Content-*, X-Forwarded-* and headers of the connection. ' +
            `${PROOF}${SENT}. Default: none`,
          examples: [{ 'X-Staging-Token': '…' }],
        }),
      ),
      {},
    ),
    basic_auth: z._default(
      z.nullable(z.strictObject({ username, password }, rule('object'))).check(
        z.meta({
          description: `User name and password, sent as the header Authorization (RFC 7617). ${PROOF}Default: null`,
        }),
      ),
      null,
    ),
  };
}

/** Credentials as a request contains them. */
export interface RequestedCredentials {
  headers: Record<string, string>;
  basic_auth: Credentials['basic_auth'];
}

/**
 * Returns the credentials of a request. Errors name the headers whose names are valid, and never a value.
 *
 * @param path of the object with the members in the body, such as `crawl.`; empty: the body itself
 * @returns `null`: it has none
 * @throws {ServiceError} invalid_parameter naming each header that is refused
 */
export function admittedCredentials({ headers, basic_auth }: RequestedCredentials, path = ''): Credentials | null {
  const credentials = { headers: Object.entries(headers).map(([name, value]) => ({ name, value })), basic_auth };
  const problems = problemsOf(credentials).map((problem) => ({ ...problem, param: path + problem.param }));
  if (problems.length > 0) throw invalidParameters(problems);
  return hasCredentials(credentials) ? credentials : null;
}

function problemsOf(credentials: Credentials): ParameterProblem[] {
  const { headers, basic_auth } = credentials;
  const names = headers.map(({ name }) => name.toLowerCase());
  const problems = headers.flatMap(({ name, value }, index): ParameterProblem[] => {
    // An invalid name may be a value in the wrong place.
    if (!NAME.test(name) || name.length > MAX_NAME)
      return [{ param: 'headers', rule: 'header_name', values: { max: MAX_NAME } }];
    const param = `headers.${name}`;
    const lower = name.toLowerCase();
    if (isRefused(lower)) return [{ param, rule: 'header_refused' }];
    if (names.indexOf(lower) < index) return [{ param, rule: 'header_twice' }];
    if (lower === 'authorization' && basic_auth) return [{ param, rule: 'not_with', values: { other: 'basic_auth' } }];
    if (!VALUE.test(value) || value.length > MAX_VALUE)
      return [{ param, rule: 'header_value', values: { max: MAX_VALUE } }];
    return [];
  });
  if (problems.length === 0 && Buffer.byteLength(textOf(credentials)) > MAX_BYTES)
    return [{ param: 'headers', rule: 'credentials_too_long', values: { max: MAX_BYTES } }];
  return problems;
}
