import * as z from 'zod';
import type { ParameterForm } from '../http/parameter-form.ts';
import { domainName, NotADomain } from './domain-name.ts';

const form: ParameterForm = { type: 'string', minLength: 1 };

/** The `domain` parameter: any form of a domain, which is transformed to the name that records are stored under. */
export function domainParameter(reachable: (host: string) => boolean) {
  return z
    .string({ error: 'is required' })
    .transform((text, context) => {
      try {
        return domainName(text, reachable);
      } catch (error) {
        if (!(error instanceof NotADomain)) throw error;
        context.addIssue({ code: 'custom', message: error.message });
        return z.NEVER;
      }
    })
    .meta({
      description:
        'Host name or URL; any case, Unicode or punycode. It is reduced to the lower-case ASCII host without a leading ' +
        'www. No IP address, single label, public suffix or reserved name',
      form,
      examples: ['example.com'],
    });
}
