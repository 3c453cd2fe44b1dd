import type { IssueRow, LinkRow } from '../../functions/core/record/site-evidence-schema.ts';

/** An occurrence of an issue. */
export function issueRowOf(differs: Partial<IssueRow> = {}): IssueRow {
  return {
    ...{ issue: 'broken-link', severity: 'error', url: 'https://a.com/', target: 'https://a.com/gone', status: 404 },
    ...{ element: '<a href="/gone">Gone', value: null, expected: null, related: [] },
    ...differs,
  };
}

/** A link of a page. */
export function linkRowOf(differs: Partial<LinkRow> = {}): LinkRow {
  return {
    ...{ from: 'https://a.com/', to: 'https://a.com/gone', kind: 'link', internal: true, anchor: 'Gone', rel: [] },
    ...{ status: 404, final_url: null, hops: 0, error: null },
    ...differs,
  };
}
