import type { Check } from './check.ts';
import { headChecks } from './head.ts';
import { linkChecks } from './links.ts';

/** All checks, by subject. */
export const CHECKS: readonly Check[] = [...headChecks, ...linkChecks];
