import type { DomainRecord, Sections } from './record.ts';

/** The members of a record that sources fill, with nothing known yet. */
export function emptySections(): Sections {
  return {
    seo_score: null,
    audit: null,
    page: null,
    robots_txt: null,
    sitemap: null,
    dns: null,
    tls: null,
    registration: null,
    'popularity.tranco': null,
    'popularity.open_page_rank': null,
    archive: null,
    common_crawl: null,
    'performance.field': null,
    'performance.lab': null,
    organic: null,
    paid: null,
    top_keywords: null,
  };
}

type NestedSections = Omit<DomainRecord, 'complete' | 'sources'>;

/** Sections by path → members of the record, in the order of the documentation. */
export function nestSections(sections: Sections): NestedSections {
  const {
    'popularity.tranco': tranco,
    'popularity.open_page_rank': open_page_rank,
    'performance.field': field,
    'performance.lab': lab,
    archive,
    common_crawl,
    organic,
    paid,
    top_keywords,
    ...first
  } = sections;
  return {
    ...first,
    popularity: { tranco, open_page_rank },
    archive,
    common_crawl,
    performance: { field, lab },
    organic,
    paid,
    top_keywords,
  };
}

/** Keeps, behind all others, the members that a newer version has written, for when it comes back. */
export function withNewerMembers(sections: NestedSections, previous: NestedSections | null): NestedSections {
  const { popularity, performance } = sections;
  return {
    ...sections,
    popularity: { ...popularity, ...newerMembers(popularity, previous?.popularity) },
    performance: { ...performance, ...newerMembers(performance, previous?.performance) },
    ...newerMembers({ ...sections, complete: null, sources: null }, previous),
  };
}

function newerMembers(known: object, previous: object | null | undefined): object {
  return Object.fromEntries(Object.entries(previous ?? {}).filter(([name]) => !(name in known)));
}

/** Members of a record → sections by path. Records of older versions may lack some: those are not known. */
export function flattenSections(record: NestedSections): Sections {
  const { popularity, performance } = record;
  const flat = {
    ...record,
    'popularity.tranco': popularity?.tranco,
    'popularity.open_page_rank': popularity?.open_page_rank,
    'performance.field': performance?.field,
    'performance.lab': performance?.lab,
  };
  const paths = Object.keys(emptySections()) as (keyof Sections)[];
  return Object.fromEntries(paths.map((path) => [path, flat[path] ?? null])) as unknown as Sections;
}
