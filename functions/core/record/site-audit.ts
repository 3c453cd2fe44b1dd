import type { z } from 'zod';
import type * as schema from './site-schema.ts';

/** Types of the audit of a site; `site-schema.ts` describes each member. */
export type SiteResult = z.infer<typeof schema.siteResult>;
export type SiteAnswer = z.infer<typeof schema.siteAnswer>;
export type SiteRow = z.infer<typeof schema.siteRow>;
export type SitePagesAnswer = z.infer<typeof schema.sitePagesAnswer>;
