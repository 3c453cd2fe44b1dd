import * as z from 'zod';
import { charCount } from './words.ts';
import { normaliseKeyword } from './normalise.ts';

/** Most characters of a keyword. */
export const LONGEST_KEYWORD = 100;

/** A free text, in any script; its normal form out. */
export function keywordParameter() {
  return z
    .string({ error: 'is required' })
    .transform((text, context) => {
      const keyword = normaliseKeyword(text);
      if (keyword !== '' && charCount(keyword) <= LONGEST_KEYWORD) return keyword;
      context.addIssue({ code: 'custom', message: `must have from 1 to ${LONGEST_KEYWORD} characters` });
      return z.NEVER;
    })
    .describe(`Free text in any script; 1 to ${LONGEST_KEYWORD} characters`);
}
