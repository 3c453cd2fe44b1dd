import * as z from 'zod';
import type { ParameterForm } from '../http/parameter-form.ts';
import { charCount } from './words.ts';
import { NO_TEXT, normaliseKeyword } from './normalise.ts';

/** Most characters of a keyword. */
export const LONGEST_KEYWORD = 100;

const form: ParameterForm = { type: 'string', minLength: 1, maxLength: LONGEST_KEYWORD };

/**
 * A free text, in any script; its normal form out.
 *
 * @param meaning what it is to the endpoint
 */
export function keywordParameter(meaning: string) {
  return z
    .string({ error: 'is required' })
    .transform((text, context) => {
      const keyword = normaliseKeyword(text);
      const isText = !keyword.includes(NO_TEXT);
      if (isText && keyword !== '' && charCount(keyword) <= LONGEST_KEYWORD) return keyword;
      const message = isText ? `must have from 1 to ${LONGEST_KEYWORD} characters` : 'must be text in UTF-8';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({
      description: `${meaning}; 1 to ${LONGEST_KEYWORD} characters in any script, counted in the normal form (NFKC, lower case, spaces collapsed)`,
      form,
      examples: ['camping stove'],
    });
}
