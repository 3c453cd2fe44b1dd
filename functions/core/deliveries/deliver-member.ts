import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { BadValue, readBy } from '../platform/http/parameters.ts';
import { type Rule, rule } from '../platform/http/rules.ts';
import { isReservedName } from '../platform/names/reserved-names.ts';
import { isPublicAddress } from '../platform/network/public-address.ts';

/** Maximum length of the address of a receiver. */
const MAX_URL = 2_048;

/** Returns the member `deliver` of a body: where a result or an event is sent. */
export function deliverMember(isReachable: (host: string) => boolean) {
  return z.strictObject(
    { url: z.pipe(z.string(rule('text')), readBy(readUrl)).check(urlDescription()) },
    rule('object'),
  );

  /** What may change is checked at each delivery: the addresses of a name, and whether its host is blocked. */
  function readUrl(text: string): string {
    const url = text.length <= MAX_URL ? URL.parse(text) : null;
    const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isReachable(url.hostname));
    if (!url || !isSecure || url.username || url.password) throw new BadValue('receiver_url', { max: MAX_URL });
    const broken = isReachable(url.hostname) ? null : brokenRule(url);
    if (broken) throw new BadValue(broken);
    url.hash = '';
    // One receiver has one address.
    url.hostname = url.hostname.replace(/\.$/, '');
    return url.href;
  }

  function urlDescription() {
    return z.meta({
      description:
        'https address that deliveries are posted to. A new address must first answer a signed test delivery with 2xx',
      form: { type: 'string', maxLength: MAX_URL },
      examples: ['https://hooks.example.com/seo'],
    });
  }
}

/** Returns the rule that an address breaks to which nothing can ever be delivered. */
function brokenRule({ hostname, port }: URL): Rule | null {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (isIP(host)) {
    if (!isPublicAddress(host)) return 'host_not_public';
  } else {
    if (isReservedName(host)) return 'host_reserved_name';
    if (!host.includes('.')) return 'host_single_label';
  }
  return port === '' ? null : 'other_port';
}
