import * as z from 'zod/mini';
import { BadValue, readBy } from '../platform/http/parameters.ts';
import { rule } from '../platform/http/rules.ts';

/** Maximum length of the address of a receiver. */
const MAX_URL = 2_048;

/** Returns the member `deliver` of a body: where a result or an event is sent. */
export function deliverMember(isReachable: (host: string) => boolean) {
  return z.strictObject(
    { url: z.pipe(z.string(rule('text')), readBy(readUrl)).check(urlDescription()) },
    rule('object'),
  );

  /** Other restrictions of addresses are checked at each delivery. */
  function readUrl(text: string): string {
    const url = text.length <= MAX_URL ? URL.parse(text) : null;
    const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isReachable(url.hostname));
    if (!url || !isSecure || url.username || url.password) throw new BadValue('receiver_url', { max: MAX_URL });
    url.hash = '';
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
