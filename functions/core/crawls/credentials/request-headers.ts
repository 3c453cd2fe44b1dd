import { withoutWww } from '../../platform/names/ascii-host.ts';
import { isUnsafeAddress } from '../frontier/traps/unsafe-address.ts';
import type { Credentials } from './credentials.ts';

/**
 * Returns the headers of a request of a crawl, by its own address and by those that have redirected to it.
 *
 * @param redirectedFrom addresses of the chain of redirects that has led to it, the first one first
 * @returns `undefined`: it is sent without credentials
 */
export type HeadersFor = (url: URL, redirectedFrom: readonly string[]) => Record<string, string> | undefined;

/**
 * Returns the function that adds credentials to requests: only to those to the domain, with or without `www.`, over https
 * and at its default port. After a redirect elsewhere, the rest of the chain has none, even if it returns: another host
 * would choose what is requested with them. For the same reason, no address that signs out or deletes has any.
 *
 * @param domain of which the owner of the credentials has proved control
 */
export function credentialsFor(domain: string, { headers, basic_auth }: Credentials): HeadersFor {
  const added: Record<string, string> = Object.fromEntries(
    headers.map(({ name, value }) => [name.toLowerCase(), value]),
  );
  if (basic_auth) added.authorization = basicAuthorization(basic_auth);
  const isOfDomain = ({ protocol, hostname, port }: URL) =>
    protocol === 'https:' && port === '' && withoutWww(hostname) === withoutWww(domain);
  return (url, redirectedFrom) => {
    const isAdmitted = isOfDomain(url) && redirectedFrom.every((from) => isOfDomain(new URL(from)));
    return isAdmitted && !isUnsafeAddress(url.href) ? added : undefined;
  };
}

/** User name and password in UTF-8 (RFC 7617, 2.1). */
const basicAuthorization = ({ username, password }: NonNullable<Credentials['basic_auth']>) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
