import { textParameter } from '../http/text-parameter.ts';
import { domainName } from './domain-name.ts';

const DESCRIPTION =
  'Host name or URL; any case, Unicode or punycode. It is reduced to the lower-case ASCII host without a leading www. No ' +
  'IP address, single label, public suffix or reserved name';

/**
 * The `domain` parameter: any form of a domain, which is transformed to the name that records are stored under.
 *
 * @param reachable hosts that are accepted although their names are reserved
 * @param description what the OpenAPI description says of it
 */
export function domainParameter(reachable: (host: string) => boolean, description = DESCRIPTION) {
  return textParameter((text) => domainName(text, reachable), {
    description,
    form: { type: 'string', minLength: 1 },
    examples: ['example.com'],
  });
}

/** No host is accepted although its name is reserved: as documentation has it. */
export const noHost = () => false;
