import { BadValue, textParameter } from '../http/parameters.ts';
import { isRule, type Rule } from '../http/rules.ts';
import { domainName, NotADomain } from './domain-name.ts';
import { type PageAddress, pageAddress } from './page-address.ts';

const DOMAIN_DESCRIPTION =
  'Host name or URL, in any case, in Unicode or Punycode. It is reduced to the lower-case ASCII host without a leading ' +
  'www. IP addresses, single labels, public suffixes and reserved names are rejected';

/**
 * Returns the parameter `domain`: any form of a domain, which is converted to the name that records are stored under.
 *
 * @param reachable hosts that are accepted although their names are reserved
 * @param description for the OpenAPI document
 */
export function domainParameter(reachable: (host: string) => boolean, description = DOMAIN_DESCRIPTION) {
  return textParameter((text) => domainName(text, reachable), {
    description,
    form: { type: 'string', minLength: 1 },
    examples: ['example.com'],
  });
}

/** Accepts no reserved name, for the OpenAPI document. */
export const noHost = () => false;

const URL_DESCRIPTION =
  'Absolute URL of a page, http:// or https://, percent-encoded as a parameter value. It is normalized: scheme and host ' +
  'in lower case (the host in ASCII), no port, no dot segments, no fragment, percent-encoding of RFC 3986 (6.2.2); at ' +
  'most 2,048 characters. Path and query are kept unchanged, including case, order and a trailing slash; www. is kept ' +
  'too. User names, passwords, ports other than the default of the scheme, and control characters are rejected, and so ' +
  'are hosts that are IP addresses, single labels, public suffixes or reserved names';

/**
 * Returns the parameter `url`: the address of a page in its normal form, with the name that its domain's records are
 * stored under.
 *
 * @param reachable hosts that are accepted although their names are reserved
 */
export function pageAddressParameter(reachable: (host: string) => boolean) {
  return textParameter((text) => checkedAddress(text, reachable), {
    description: URL_DESCRIPTION,
    form: { type: 'string', minLength: 1 },
    examples: ['https://shop.example/de/'],
  });
}

/**
 * Validates an address. Its `domain` is that of `pageAddress`, except for www names directly below a public suffix
 * (www.com): their pages are stored under the whole name.
 *
 * @throws {BadValue} if the text is not an address of a page
 */
function checkedAddress(text: string, reachable: (host: string) => boolean): PageAddress {
  const address = pageAddress(text);
  if ('problem' in address) throw new BadValue(address.problem.rule, address.problem.values);
  const { url } = address;
  try {
    return { url, domain: domainName(new URL(url).hostname, reachable) };
  } catch (error) {
    throw error instanceof NotADomain ? new BadValue(ruleOfHost(error.rule), error.values) : error;
  }
}

/** Returns the rule about the host of an address that corresponds to one about a domain. */
function ruleOfHost(rule: Rule): Rule {
  const ofHost = `host_${rule}`;
  return isRule(ofHost) ? ofHost : 'host_invalid';
}
