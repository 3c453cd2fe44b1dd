import { aiPolicyRules } from './ai-policy.ts';
import { addressRules } from './addresses.ts';
import { canonicalRules } from './canonicals.ts';
import { contentRules } from './content.ts';
import { headRules } from './head.ts';
import { hreflangRules } from './hreflang.ts';
import { imageRules } from './images.ts';
import { indexingRules } from './indexing.ts';
import { linkRules } from './links.ts';
import { responseRules } from './responses.ts';
import type { PageRule } from './rule.ts';
import { structuredDataRules } from './structured-data.ts';
import { textRules } from './titles-and-texts.ts';

/** All rules about single pages, by subject. */
export const PAGE_RULES: readonly PageRule[] = [
  ...indexingRules,
  ...responseRules,
  ...textRules,
  ...headRules,
  ...canonicalRules,
  ...hreflangRules,
  ...structuredDataRules,
  ...contentRules,
  ...imageRules,
  ...linkRules,
  ...addressRules,
  ...aiPolicyRules,
];
