import * as z from 'zod';
import { domainName, NotADomain } from './domain-name.ts';

/** The `domain` parameter: any form of a domain in, the name that records are kept under out. */
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
    .describe('Host name or URL; any case, Unicode or punycode');
}
