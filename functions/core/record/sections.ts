import type { SectionMembers, SectionPath, Sections } from './record.ts';

/** All sections, in the order of the record's JSON. It does not compile if a section of the schema is missing. */
const unknown: Readonly<Record<SectionPath, null>> = {
  seo_score: null,
  audit: null,
  issues: null,
  issues_total: null,
  page: null,
  robots_txt: null,
  sitemap: null,
  dns: null,
  tls: null,
  host_variants: null,
  security_headers: null,
  hreflang_cluster: null,
  'ai_access.agents': null,
  'ai_access.llms_txt': null,
  'ai_policy.content_signal': null,
  'ai_policy.content_usage': null,
  'ai_policy.training_preference': null,
  'ai_policy.rsl': null,
  'ai_policy.tdm': null,
  'ai_policy.noai': null,
  'ai_policy.payment': null,
  'ai_policy.contradictions': null,
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
const paths = Object.keys(unknown) as SectionPath[];

type Members = Record<string, unknown>;

/** Returns the sections of a new record: all null. */
export function emptySections(): Sections {
  return { ...unknown };
}

/** Converts sections by path into members of the record. */
export function nestSections(sections: Sections): SectionMembers {
  const members: Members = {};
  for (const path of paths) {
    const [member, part] = split(path);
    members[member] = part === null ? sections[path] : { ...(members[member] as Members), [part]: sections[path] };
  }
  return members as SectionMembers;
}

/** Converts members of a record into sections by path. Sections that a record of an older version lacks are null. */
export function flattenSections(record: SectionMembers): Sections {
  const valueAt = (path: SectionPath) => {
    const [member, part] = split(path);
    const value = (record as Members)[member];
    return (part === null ? value : (value as Members | undefined)?.[part]) ?? null;
  };
  return Object.fromEntries(paths.map((path) => [path, valueAt(path)])) as unknown as Sections;
}

/** Appends the members of `previous` that only a newer version has, so that a rollback loses none. */
export function withNewerMembers(members: SectionMembers, previous: SectionMembers | null): SectionMembers {
  const groups = new Set(paths.map(split).flatMap(([member, part]) => (part === null ? [] : [member])));
  const completed = Object.entries(members).map(([name, member]) => {
    const before = (previous as Members | null)?.[name] as object | undefined;
    return [name, groups.has(name) ? { ...(member as object), ...newerMembers(member as object, before) } : member];
  });
  return {
    ...(Object.fromEntries(completed) as SectionMembers),
    ...newerMembers({ ...members, complete: null, sources: null }, previous),
  };
}

function newerMembers(known: object, previous: object | null | undefined): object {
  return Object.fromEntries(Object.entries(previous ?? {}).filter(([name]) => !(name in known)));
}

/** @returns the member of the record, and its part if the path has one */
function split(path: SectionPath): [member: string, part: string | null] {
  const [member, part = null] = path.split('.');
  return [member!, part];
}
