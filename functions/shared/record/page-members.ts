import { type Members, membersNamed } from '../http/fields.ts';
import { domainMembers } from './members.ts';

const { audit, page, security_headers, top_keywords, sources } = domainMembers;

/**
 * Names of all members of `data` of `/api/v1/seo/page`: those of the schema (`page-schema.ts`), which no function loads.
 * `test/unit/record/page-members.test.ts` holds them to it.
 */
export const pageMembers: Members = membersNamed(
  'url domain cache_status first_cached_at updated_at age_seconds seo_score',
  {
    audit: audit!,
    page: page!,
    robots: membersNamed('allowed rule'),
    security_headers: security_headers!,
    keywords: top_keywords!,
    sources: sources!,
  },
);
