import { truncate } from '../../platform/text/text.ts';
import type { Rule } from './read-groups.ts';

/** In characters (code points). */
const MAX_RULE = 200;

/** @returns a rule as a line of robots.txt, such as `Disallow: /private` */
export function ruleLine({ allow, written }: Rule): string {
  return truncate(`${allow ? 'Allow' : 'Disallow'}: ${written}`, MAX_RULE);
}
