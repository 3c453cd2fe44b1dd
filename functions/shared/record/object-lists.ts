/**
 * Members of `data` of `/api/v1/seo/query` that are lists of objects, dotted; those within such a list are left out.
 * `test/unit/record/object-lists.test.ts` holds them to the schema.
 */
export const objectLists: ReadonlySet<string> = new Set([
  'audit.audits',
  'audit.extra_checks',
  'page.redirects',
  'page.hreflang',
  'robots_txt.errors',
  'dns.mx',
  'dns.caa',
  'host_variants.variants',
  'hreflang_cluster.alternates',
  'top_keywords',
  'sources',
]);
