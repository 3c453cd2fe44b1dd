import type { IssueCatalogue } from '../../record/site-evidence-schema.ts';
import { ISSUES } from './index.ts';

/**
 * `data` of `/api/v1/seo/issues`. The build of functions replaces this module with its value
 * (`functions/computed-modules.ts`), so that the rules are not loaded.
 */
export const catalogue: IssueCatalogue = {
  count: ISSUES.length,
  items: ISSUES.map(
    ({ id, severity, scope, title, impact, howToFix: how_to_fix, learnMore: learn_more, since = '0.2.0' }) => {
      return { id, severity, scope, title, impact, how_to_fix, learn_more, since };
    },
  ),
};
