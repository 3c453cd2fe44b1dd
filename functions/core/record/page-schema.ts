/**
 * Schema of the entry of one page, the `data` of `/api/v1/seo/page`. It shares the description of a page with
 * `schema.ts`. No function loads it.
 */
import { z } from 'zod';
import { aiPolicy } from './ai-policy-schema.ts';
import { audit, domainAnswer, issueLists, page, sections, securityHeaders, sourceReport } from './schema.ts';

/** The part that is stored, and returned unchanged. */
export const pageRecord = z.strictObject({
  seo_score: domainAnswer.shape.seo_score.describe(
    'Score of the audit; null: the page could not be read, or has a status of 400 or above',
  ),
  audit: audit.nullable().describe("Lighthouse's SEO audits of the page"),
  ...issueLists('the page'),
  page: page.nullable().describe('The page as served'),
  robots: z
    .strictObject({
      allowed: z.boolean().nullable().describe('Whether this crawler may fetch the page; null: not known'),
      rule: z.string().nullable().describe('Line of robots.txt that applies; null if none applies'),
    })
    .describe('Rules of robots.txt for this crawler and the page'),
  security_headers: securityHeaders.nullable().describe('Security headers; not part of the score'),
  ai_policy: aiPolicy
    .nullable()
    .describe(
      'What the page and robots.txt declare to machines about the use of its content, as in a domain record; licence files ' +
        'and tdmrep.json are not requested; null: the page was not read',
    ),
  keywords: sections.shape.top_keywords.describe(
    'Phrases that describe the content of the page, highest score first; null: it was not read',
  ),
  sources: z.array(sourceReport).describe('Status of the request to the site'),
});

/** `data` of `/api/v1/seo/page`. */
export const pageAnswer = z.strictObject({
  url: z.string().describe('The URL in normal form'),
  domain: domainAnswer.shape.domain.describe('The host of the URL: lower-case ASCII, without www.'),
  cache_status: domainAnswer.shape.cache_status,
  first_cached_at: z.iso.datetime().describe('When the page was first fetched'),
  updated_at: z.iso.datetime().describe('When the page was last fetched'),
  age_seconds: domainAnswer.shape.age_seconds,
  ...pageRecord.shape,
});
