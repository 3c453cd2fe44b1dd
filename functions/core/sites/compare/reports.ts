import type { IssueCatalogue, IssueRow } from '../../record/site-evidence-schema.ts';

/** Occurrences in a report at most; GitHub code scanning shows 5,000 results of a run. */
export const MAX_RESULTS = 5_000;

interface Report {
  /** Address of the site, with a slash at the end. */
  site: string;
  /** New occurrences of severity `error`. */
  errors: readonly IssueRow[];
  catalogue: Pick<IssueCatalogue, 'items'>;
  /** When the crawl ended (ISO 8601, UTC). */
  finishedAt: string;
  /** Version of this service. */
  version: string;
}

const SARIF_SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * New errors as SARIF 2.1.0, for GitHub code scanning: a rule for each issue, a result for each occurrence, with the path
 * of the page relative to the site.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
 * @see https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
 */
export function sarifReport({ site, errors, catalogue, version }: Omit<Report, 'finishedAt'>): string {
  const results = errors.slice(0, MAX_RESULTS);
  const ids = new Set(results.map(({ issue }) => issue));
  const rules = catalogue.items.filter(({ id }) => ids.has(id));
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  return JSON.stringify({
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'domain-search-metrics',
            version,
            rules: rules.map(({ id, title, impact, advice, link }) => ({
              id,
              shortDescription: { text: title },
              fullDescription: { text: impact },
              help: { text: advice },
              helpUri: link,
              defaultConfiguration: { level: 'error' },
            })),
          },
        },
        originalUriBaseIds: { SITE: { uri: site } },
        results: results.map((row) => ({
          ruleId: row.issue,
          ruleIndex: indexes.get(row.issue),
          level: 'error',
          message: { text: describe(row, rules[indexes.get(row.issue)!]!.title) },
          locations: [{ physicalLocation: { artifactLocation: { uri: pathIn(row.url), uriBaseId: 'SITE' } } }],
        })),
      },
    ],
  });
}

/**
 * New errors as JUnit XML, for GitLab and others that show test reports: a failed test case for each occurrence, and a
 * passed one where there are none, since some readers refuse a report without test cases. It is valid by the schema of
 * Ant, which requires each of these attributes and elements, and by that of Jenkins, which requires a property.
 *
 * @see https://docs.gitlab.com/ci/testing/unit_test_reports/
 * @see https://github.com/windyroad/JUnit-Schema
 */
export function junitReport({ site, errors, catalogue, finishedAt, version }: Report): string {
  const titles = new Map(catalogue.items.map(({ id, title }) => [id, title]));
  const results = errors.slice(0, MAX_RESULTS);
  const cases = results.map((row) => {
    const text = describe(row, titles.get(row.issue) ?? row.issue);
    const name = row.target === null ? pathIn(row.url) : `${pathIn(row.url)} → ${row.target}`;
    return (
      `    <testcase classname="${xml(row.issue)}" name="${xml(name)}" time="0">\n` +
      `      <failure type="${xml(row.issue)}" message="${xml(titles.get(row.issue) ?? row.issue)}">${xml(text)}</failure>\n` +
      '    </testcase>\n'
    );
  });
  const body = cases.length === 0 ? '    <testcase classname="site" name="no new errors" time="0"/>\n' : cases.join('');
  const suite = {
    ...{ id: 0, package: 'site', name: site, hostname: new URL(site).hostname },
    ...{ timestamp: finishedAt.slice(0, 'YYYY-MM-DDThh:mm:ss'.length), time: 0 },
    ...{ tests: Math.max(1, cases.length), failures: cases.length, errors: 0 },
  };
  const attributes = Object.entries(suite).map(([name, value]) => ` ${name}="${xml(String(value))}"`);
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite${attributes.join('')}>\n` +
    `    <properties><property name="version" value="${xml(version)}"/></properties>\n${body}` +
    '    <system-out/>\n    <system-err/>\n  </testsuite>\n</testsuites>\n'
  );
}

/** What is wrong and where, in one text. */
function describe({ url, target, status, element, value, expected }: IssueRow, title: string): string {
  const facts = [
    `${title}: ${url}`,
    target !== null && `target ${target}`,
    status !== null && `status ${status}`,
    element,
    value !== null && `found ${value}`,
    expected !== null && `expected ${expected}`,
  ];
  return facts.filter(Boolean).join('; ');
}

/** Characters that the URL standard leaves in paths and queries, but RFC 3986 (3.3, 3.4) does not allow, such as brackets. */
const NOT_IN_PATHS = /[^\w.~!$&'()*+,;=:@/?%-]|%(?![\da-f]{2})/gi;

/**
 * @returns path and query as a reference relative to the home page, which begins with `./` where it could be read as
 *   another kind of reference (RFC 3986, 4.2)
 */
function pathIn(url: string): string {
  const { pathname, search } = new URL(url);
  const path = (pathname + search).slice(1).replace(NOT_IN_PATHS, encodeURIComponent);
  return path === '' || path.startsWith('/') || /^[^/?]*:/.test(path) ? `./${path}` : path;
}

/** Characters that XML does not have are left out (XML 1.0, 2.2). */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
