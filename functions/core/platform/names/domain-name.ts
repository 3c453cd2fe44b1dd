import { isIP } from 'node:net';
import { getDomain, getPublicSuffix } from 'tldts';
import { BadValue } from '../http/parameters.ts';
import type { Problem } from '../http/rules.ts';
import { hostOrProblem, MAX_DOMAIN_OCTETS, withoutWww } from './ascii-host.ts';
import { isReservedName } from './reserved-names.ts';

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Thrown if a name cannot have a domain record; the message states why. */
export class NotADomain extends BadValue {
  override readonly code = 'not_a_domain';
}

/**
 * Validates a host name or URL and converts it to the name that records are stored under.
 *
 * @param text host name or URL in any case, Unicode or punycode
 * @param reachable hosts that are accepted although their names are reserved (the local sandbox)
 * @returns lower-case ASCII host without `www.`
 * @throws {NotADomain} for IP addresses, single labels, public suffixes, reserved and too long names, and for addresses
 *   with a user name or a non-default port, which are not those of the domain's site
 */
export function domainName(text: string, reachable: (host: string) => boolean = () => false): string {
  const host = hostOrProblem(text);
  if (!host) throw new NotADomain('not_host');
  if (typeof host !== 'string') throw notADomain(host.problem);
  const bare = withoutWww(host);
  // Some www names are directly below a public suffix (www.com): there, www is the site's own label.
  const domain = isPublicSuffix(bare) ? host : bare;
  const problem = problemOf(domain, reachable);
  if (problem) throw notADomain(problem);
  return domain;
}

const notADomain = ({ rule, values }: Problem) => new NotADomain(rule, values);

function problemOf(domain: string, reachable: (host: string) => boolean): Problem | null {
  const labels = domain.split('.');
  if (isIP(domain) || domain.startsWith('[')) return { rule: 'ip_address' };
  if (domain.length > MAX_DOMAIN_OCTETS) return { rule: 'too_many_octets', values: { max: MAX_DOMAIN_OCTETS } };
  if (domain.includes(',')) return { rule: 'comma' };
  if (labels.length < 2) return { rule: 'single_label' };
  if (!labels.every((label) => LABEL.test(label))) return { rule: 'invalid_label' };
  if (reachable(domain)) return null;
  if (isReservedName(domain)) return { rule: 'reserved_name' };
  if (isPublicSuffix(domain)) return { rule: 'public_suffix' };
  return null;
}

/** Considers suffixes of registries only: names below the suffixes of companies are sites of their own. */
function isPublicSuffix(domain: string): boolean {
  return getPublicSuffix(domain, { allowPrivateDomains: false }) === domain;
}

/**
 * Returns the domain that its owner has registered, at a registry or at a company that assigns names to its customers.
 */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
