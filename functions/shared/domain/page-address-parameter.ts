import { BadValue, textParameter } from '../http/text-parameter.ts';
import { domainName } from './domain-name.ts';
import { pageAddress } from './page-address.ts';

/** @param reachable hosts that are accepted although their names are reserved */
export function pageAddressParameter(reachable: (host: string) => boolean) {
  const read = (text: string) => {
    const address = pageAddress(text);
    if ('problem' in address) throw new BadValue(address.problem);
    return { url: address.url, domain: domainName(new URL(address.url).hostname, reachable) };
  };
  return textParameter(read, {
    description: 'Absolute address of a page',
    form: { type: 'string', minLength: 1 },
    examples: ['https://example.com/prices'],
  });
}
