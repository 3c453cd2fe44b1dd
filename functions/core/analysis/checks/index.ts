import { addressChecks } from './addresses.ts';
import type { Check } from './check.ts';
import { contentChecks } from './content.ts';
import { headChecks } from './head.ts';
import { linkChecks } from './links.ts';
import { responseChecks } from './response.ts';

/** All checks, by subject. */
export const CHECKS: readonly Check[] = [
  ...headChecks,
  ...contentChecks,
  ...linkChecks,
  ...responseChecks,
  ...addressChecks,
];
