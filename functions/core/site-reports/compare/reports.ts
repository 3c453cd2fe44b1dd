import { createHash } from 'node:crypto';
import { createPageSizeCounter } from '../../platform/http/paging.ts';
import { withoutWww } from '../../platform/names/ascii-host.ts';
import type { IssueCatalogue, IssueRow } from '../../record/site-evidence-schema.ts';
import type { EndedCrawl } from '../../crawls/store/site-crawls.ts';
import type { Comparison } from './compare-crawls.ts';
import { MAX_LISTED, numberOf, type Occurrences, ofSeverities } from './occurrences.ts';

interface Report {
  /** Address of the site, with a slash at the end. */
  site: string;
  newer: Pick<EndedCrawl, 'isComplete' | 'stopReason' | 'startedAt' | 'finishedAt'>;
  comparison: Comparison;
  catalogue: Pick<IssueCatalogue, 'items'>;
  /** Version of this service. */
  version: string;
}

const SARIF_SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

interface SarifResult {
  row: IssueRow;
  /** Absent: the base shows nothing of it. */
  baselineState?: 'new' | 'unchanged' | 'absent';
}

/**
 * The errors of a crawl as SARIF 2.1.0, for GitHub code scanning: a rule for each issue, a result for each occurrence of
 * the newer crawl, and for those that are fixed (`absent`), with the path of the page relative to the site. Without a
 * `baselineState` are those of which the base shows nothing. Of more results than fit into a response, the last ones are left
 * out, which a notification states.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
 * @see https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
 */
export function sarifReport({ site, newer, comparison, catalogue, version }: Report): string {
  const results = sarifResults(comparison);
  const ids = new Set(results.map(({ row }) => row.issue));
  const rules = catalogue.items.filter(({ id }) => ids.has(id));
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const fingerprints = fingerprinter(site);
  const all = results.map(({ row, baselineState }) => ({
    ruleId: row.issue,
    ruleIndex: indexes.get(row.issue),
    level: 'error',
    message: { text: describe(row, rules[indexes.get(row.issue)!]!.title) },
    locations: [{ physicalLocation: { artifactLocation: { uri: pathIn(row.url), uriBaseId: 'SITE' } } }],
    partialFingerprints: { 'occurrence/v1': fingerprints(row) },
    ...(baselineState && { baselineState }),
  }));
  const found = firstThatFit(all, JSON.stringify);
  const omitted = errorsOf(comparison) - found.length;
  return JSON.stringify({
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'domaingauge',
            version,
            rules: rules.map(({ id, title, impact, how_to_fix, learn_more }) => ({
              id,
              shortDescription: { text: title },
              fullDescription: { text: impact },
              help: { text: how_to_fix },
              helpUri: learn_more,
              defaultConfiguration: { level: 'error' },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: newer.isComplete,
            startTimeUtc: newer.startedAt,
            endTimeUtc: newer.finishedAt,
            ...(newer.stopReason !== null && { exitCodeDescription: newer.stopReason }),
            ...(omitted > 0 && { toolExecutionNotifications: [omission(omitted)] }),
          },
        ],
        originalUriBaseIds: { SITE: { uri: site } },
        results: found,
      },
    ],
  });
}

const omission = (count: number) => ({
  level: 'warning',
  message: { text: `${count.toLocaleString('en')} results are left out, since they do not fit into a response` },
});

/** @param textOf returns an item as the response contains it */
function firstThatFit<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  const fits = createPageSizeCounter();
  const end = items.findIndex((item) => !fits(textOf(item)));
  return items.slice(0, end < 0 ? items.length : end);
}

function sarifResults({ added, unknown, persisting, fixed }: Comparison): SarifResult[] {
  const errors = (found: Occurrences, baselineState?: SarifResult['baselineState']) =>
    ofSeverities(found, ['error']).rows.map((row): SarifResult => ({ row, ...(baselineState && { baselineState }) }));
  const all = [
    ...[errors(added, 'new'), errors(unknown)],
    ...[errors(persisting, 'unchanged'), errors(fixed, 'absent')],
  ];
  return all.flat().slice(0, MAX_LISTED);
}

/** @returns number of the errors of a comparison, those that are not listed included */
function errorsOf({ added, unknown, persisting, fixed }: Comparison): number {
  const numbers = [added, unknown, persisting, fixed].map((found) => numberOf(ofSeverities(found, ['error'])));
  return numbers.reduce((sum, number) => sum + number, 0);
}

/**
 * Returns a function that identifies an occurrence by its rule, the path of its page and its target, so that it is the same
 * in each crawl; equal ones on a page are numbered.
 */
function fingerprinter(site: string): (row: IssueRow) => string {
  const seen = new Map<string, number>();
  const hostOf = (url: string) => withoutWww(URL.parse(url)?.hostname ?? '');
  const isOwn = (url: string) => hostOf(url) === hostOf(site);
  return ({ issue, url, target }) => {
    const key = JSON.stringify([issue, pathIn(url), target !== null && isOwn(target) ? pathIn(target) : target]);
    const number = seen.get(key) ?? 0;
    seen.set(key, number + 1);
    return `${createHash('sha256').update(key).digest('hex').slice(0, 32)}:${number}`;
  };
}

/**
 * The comparison as JUnit XML, for GitLab and others that show test reports, with two test cases: "no new errors", whose
 * failure lists as many as fit into a response, and "the crawl is complete". Of a crawl that is not complete and shows no new
 * errors, the first one is an error, not passed, since the pages that it did not read may have some. It is valid by the schema
 * of Ant, which requires each of these attributes and elements, and by that of Jenkins, which requires a property.
 *
 * @see https://docs.gitlab.com/ci/testing/unit_test_reports/
 * @see https://github.com/windyroad/JUnit-Schema
 */
export function junitReport({ site, newer, comparison, catalogue, version }: Report): string {
  const titles = new Map(catalogue.items.map(({ id, title }) => [id, title]));
  const errors = ofSeverities(comparison.added, ['error']);
  const count = numberOf(errors);
  const all = errors.rows.map((row) => describe(row, titles.get(row.issue) ?? row.issue));
  const lines = firstThatFit(all, xml);
  const isUnknown = count === 0 && !newer.isComplete;
  const incomplete = !newer.isComplete && incompleteness(newer);
  const newErrors = count > 0 && { message: countText(count), text: lines.join('\n') };
  const cases = [
    isUnknown ? testCase('no new errors', 'error', UNKNOWN) : testCase('no new errors', 'failure', newErrors),
    testCase('the crawl is complete', 'failure', incomplete),
  ];
  const suite = {
    id: 0,
    package: 'site',
    name: site,
    hostname: new URL(site).hostname,
    timestamp: newer.finishedAt.slice(0, 'YYYY-MM-DDThh:mm:ss'.length),
    time: 0,
    tests: cases.length,
    failures: Number(count > 0) + Number(!newer.isComplete),
    errors: Number(isUnknown),
  };
  const attributes = Object.entries(suite).map(([name, value]) => ` ${name}="${xml(String(value))}"`);
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite${attributes.join('')}>\n` +
    `    <properties><property name="version" value="${xml(version)}"/></properties>\n${cases.join('')}` +
    `    <system-out>${xml(notComparedText(comparison))}</system-out>\n    <system-err/>\n  </testsuite>\n</testsuites>\n`
  );
}

interface Problem {
  message: string;
  text: string;
}

const UNKNOWN: Problem = { message: 'Unknown: the crawl is not complete', text: 'It shows none so far.' };

/** @param kind `error`: it could not be determined */
function testCase(name: string, kind: 'failure' | 'error', failed: false | Problem): string {
  const start = `    <testcase classname="site" name="${xml(name)}" time="0"`;
  if (!failed) return `${start}/>\n`;
  const { message, text } = failed;
  return (
    `${start}>\n` +
    `      <${kind} type="${xml(name)}" message="${xml(message)}">${xml(text)}</${kind}>\n` +
    '    </testcase>\n'
  );
}

const countText = (errors: number) => (errors === 1 ? '1 new error' : `${errors} new errors`);

function incompleteness({ stopReason }: Report['newer']): Problem {
  const reason = stopReason ?? 'too_many_addresses';
  return {
    message: `The crawl is not complete: ${reason}`,
    text: 'Pages that it did not read may have further errors.',
  };
}

/** Numbers of occurrences that were not compared, in a sentence for each crawl. */
function notComparedText({ notCompared: { newer, base } }: Comparison): string {
  const counts = (of: typeof newer) => `${of.error} errors, ${of.warning} warnings, ${of.notice} notices`;
  return `Not compared, of this crawl: ${counts(newer)}. Not compared, of the crawl before: ${counts(base)}.`;
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
