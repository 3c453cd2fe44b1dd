import { ISSUES } from './index.ts';

/**
 * Ids of all issues, in order. The build of functions replaces this module with its value
 * (`functions/computed-modules.ts`), so that parameters are read without the rules.
 */
export const issueIds: readonly string[] = ISSUES.map(({ id }) => id);
