import { ISSUES } from './index.ts';
import type { Dependence } from './issue.ts';

/**
 * What the issues depend on besides their pages, by id; those that depend on nothing else are left out. The build of
 * functions replaces this module with its value (`functions/computed-modules.ts`).
 */
export const dependence: Readonly<Record<string, readonly Dependence[]>> = Object.fromEntries(
  ISSUES.flatMap(({ id, dependsOn }) => (dependsOn ? [[id, dependsOn]] : [])),
);
