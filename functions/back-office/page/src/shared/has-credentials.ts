import type { SiteAnswer } from '../../../../core/record/site-schema.ts';

/** Returns whether a crawl was given credentials, so that it is private. */
export const hasCredentials = ({ headers, basic_auth }: Pick<SiteAnswer['options'], 'headers' | 'basic_auth'>) =>
  basic_auth || headers.length > 0;
