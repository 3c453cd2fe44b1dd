import { auditIssues } from './audit-issues.ts';
import { brokenLink } from './broken-link.ts';
import { canonicalChain } from './canonical-chain.ts';
import { canonicalToError } from './canonical-to-error.ts';
import { canonicalToNoindex } from './canonical-to-noindex.ts';
import { canonicalToRedirect } from './canonical-to-redirect.ts';
import { clientError } from './client-error.ts';
import { contentDuplicate } from './content-duplicate.ts';
import { contentThin } from './content-thin.ts';
import { deepPage } from './deep-page.ts';
import { descriptionDuplicate } from './description-duplicate.ts';
import { descriptionLong } from './description-long.ts';
import { descriptionMissing } from './description-missing.ts';
import { descriptionShort } from './description-short.ts';
import { h1Duplicate } from './h1-duplicate.ts';
import { h1Missing } from './h1-missing.ts';
import { h1Several } from './h1-several.ts';
import { hreflangNoReturn } from './hreflang-no-return.ts';
import { hreflangToError } from './hreflang-to-error.ts';
import { httpLink } from './http-link.ts';
import { internalNofollow } from './internal-nofollow.ts';
import type { Issue } from './issue.ts';
import { langMissing } from './lang-missing.ts';
import { largePage } from './large-page.ts';
import { mixedContent } from './mixed-content.ts';
import { redirectChain } from './redirect-chain.ts';
import { redirectLink } from './redirect-link.ts';
import { redirectLoop } from './redirect-loop.ts';
import { redirectToError } from './redirect-to-error.ts';
import { robotsBlockedLink } from './robots-blocked-link.ts';
import { serverError } from './server-error.ts';
import { singleInlink } from './single-inlink.ts';
import { sitemapError } from './sitemap-error.ts';
import { sitemapMissing } from './sitemap-missing.ts';
import { sitemapNoindex } from './sitemap-noindex.ts';
import { sitemapOrphan } from './sitemap-orphan.ts';
import { sitemapRedirect } from './sitemap-redirect.ts';
import { slowPage } from './slow-page.ts';
import { structuredDataInvalid } from './structured-data-invalid.ts';
import { titleDuplicate } from './title-duplicate.ts';
import { titleLong } from './title-long.ts';
import { titleMissing } from './title-missing.ts';
import { titleShort } from './title-short.ts';

/** All issues, by subject; those of single pages' audits come last. */
export const ISSUES: readonly Issue[] = [
  brokenLink,
  redirectLink,
  redirectChain,
  redirectLoop,
  redirectToError,
  clientError,
  serverError,
  slowPage,
  largePage,
  titleMissing,
  titleShort,
  titleLong,
  titleDuplicate,
  descriptionMissing,
  descriptionShort,
  descriptionLong,
  descriptionDuplicate,
  h1Missing,
  h1Duplicate,
  h1Several,
  contentDuplicate,
  contentThin,
  canonicalToRedirect,
  canonicalToError,
  canonicalToNoindex,
  canonicalChain,
  sitemapNoindex,
  sitemapRedirect,
  sitemapError,
  sitemapOrphan,
  sitemapMissing,
  hreflangNoReturn,
  hreflangToError,
  httpLink,
  mixedContent,
  deepPage,
  singleInlink,
  internalNofollow,
  robotsBlockedLink,
  langMissing,
  structuredDataInvalid,
  ...auditIssues,
];
