import { describe, expect, test } from '@jest/globals';
import type { IssueRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import { MAX_LISTED } from '../../../../functions/core/site-reports/compare/occurrences.ts';
import { junitReport, sarifReport } from '../../../../functions/core/site-reports/compare/reports.ts';
import { catalogue } from '../../../../functions/core/site-reports/issues/catalogue.computed.ts';
import { type ComparedErrors, reportOf, SITE } from './report-of.ts';

const broken = (url: string): IssueRow => ({
  ...{ issue: 'broken-link', severity: 'error', url, target: 'https://shop.example/gone?a=1&b=<2>', status: 404 },
  ...{ element: '<a href="/gone">Old "tents" & more', value: null, expected: null, related: [] },
});

interface Sarif {
  runs: {
    tool: { driver: { rules: { id: string }[] } };
    invocations: {
      executionSuccessful: boolean;
      toolExecutionNotifications?: { message: { text: string } }[];
    }[];
    results: {
      ruleId: string;
      message: { text: string };
      locations: { physicalLocation: { artifactLocation: { uri: string; uriBaseId: string } } }[];
      partialFingerprints: Record<string, string>;
      baselineState?: string;
    }[];
  }[];
}
const sarifOf = (...given: Parameters<typeof reportOf>) =>
  (JSON.parse(sarifReport(reportOf(...given))) as Sarif).runs[0]!;
/** More than a response has room for, with quotes that it escapes. */
const many = Array.from({ length: MAX_LISTED }, (_, page) => ({
  ...broken(`${SITE}${page}/${'a'.repeat(100)}`),
  element: `<a class="${'"'.repeat(200)}">`,
}));
/** 6 MB, with the body as a JSON string. */
const fitsIntoResponse = (body: string) => Buffer.byteLength(JSON.stringify(body)) < 6_000_000;

const fingerprintsOf = (comparison: ComparedErrors) =>
  sarifOf(comparison).results.map(({ partialFingerprints }) => Object.values(partialFingerprints).join());

describe('SARIF', () => {
  test('contains each error of the newer crawl and each fixed one with its state, the new ones first', () => {
    const rows = ['new', 'unknown', 'same', 'gone'].map((path) => broken(SITE + path));
    const [added, unknown, persisting, fixed] = rows.map((row) => [row, { ...row, severity: 'warning' as const }]);
    const { results, tool } = sarifOf({ added, unknown, persisting, fixed } as ComparedErrors);
    const uris = results.map(({ locations: [at] }) => at!.physicalLocation.artifactLocation.uri);
    expect(uris.map((uri, index) => [uri, results[index]!.baselineState])).toEqual([
      ['new', 'new'],
      ['unknown', undefined],
      ['same', 'unchanged'],
      ['gone', 'absent'],
    ]);
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(['broken-link']);
    expect(results[0]!.message.text).toContain('target https://shop.example/gone?a=1&b=<2>; status 404');
  });

  test('has the same fingerprints for the same errors, whatever the scheme, and different ones for others', () => {
    const rows = [broken(`${SITE}a`), broken(`${SITE}a`), broken(`${SITE}b`), { ...broken(`${SITE}a`), target: null }];
    const before = fingerprintsOf({ added: rows });
    const overHttp = rows.map((row) => ({ ...row, url: row.url.replace('https:', 'http:') }));
    expect(fingerprintsOf({ persisting: overHttp })).toEqual(before);
    expect(new Set(before).size).toBe(rows.length);
  });

  test.each([true, false])('states whether the crawl is complete: %s', (isComplete) => {
    expect(sarifOf({}, { isComplete }).invocations).toMatchObject([{ executionSuccessful: isComplete }]);
  });

  // `reports.full.test.ts` validates reports by their schemas.
  test('has paths relative to the site', () => {
    const paths = ['', 'shop/tents?page[]=2', '?q=a:b', '/other.example/x', 'a:b', 'a b'];
    const severe = catalogue.items.filter(({ severity }) => severity === 'error');
    const added = severe.flatMap(({ id }) => paths.map((path) => ({ ...broken(SITE + path), issue: id })));
    for (const [index, { locations }] of sarifOf({ added }).results.entries()) {
      const { uri, uriBaseId } = locations[0]!.physicalLocation.artifactLocation;
      expect([URL.canParse(uri), uriBaseId, decodeURI(new URL(uri, SITE).href)]).toEqual([
        ...[false, 'SITE'],
        decodeURI(new URL(added[index]!.url).href),
      ]);
    }
  });

  test('has as many results as fit into a response of Lambda, and states how many are left out', () => {
    const report = sarifReport(reportOf({ added: many }));
    const { results, invocations } = (JSON.parse(report) as Sarif).runs[0]!;
    const omitted = (many.length - results.length).toLocaleString('en');
    expect(invocations[0]!.toolExecutionNotifications).toMatchObject([
      { message: { text: expect.stringContaining(`${omitted} results are left out`) } },
    ]);
    expect([results.length > 1_000, results.length < many.length, fitsIntoResponse(report)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('has at most 5,000 results', () => {
    const added = Array<IssueRow>(MAX_LISTED + 1).fill(broken(SITE));
    const { results, invocations } = sarifOf({ added });
    expect(results).toHaveLength(MAX_LISTED);
    expect(invocations[0]!.toolExecutionNotifications).toHaveLength(1);
    expect(sarifOf({ added: added.slice(1) }).invocations[0]).not.toHaveProperty('toolExecutionNotifications');
  });
});

describe('JUnit XML', () => {
  test('has two passed test cases if there are no new errors and the crawl is complete', () => {
    const text = junitReport(
      reportOf({ persisting: [broken(SITE)], added: [{ ...broken(SITE), severity: 'notice' }] }),
    );
    expect(text).toContain('timestamp="2026-11-23T02:00:01" time="0" tests="2" failures="0" errors="0">');
    expect(text).toContain('name="no new errors" time="0"/>');
    expect(text).toContain('name="the crawl is complete" time="0"/>');
  });

  test('has a failure that lists the new errors, with escaped texts', () => {
    const text = junitReport(reportOf({ added: [broken(`${SITE}a`)] }));
    expect(text).toContain('tests="2" failures="1"');
    expect(text).toContain('<failure type="no new errors" message="1 new error">');
    expect(text).toContain('&#60;a href=&#34;/gone&#34;&#62;Old &#34;tents&#34; &#38; more');
  });

  test('has a failure if the crawl is not complete, and the numbers of occurrences that were not compared', () => {
    const none = { error: 0, warning: 0, notice: 0 };
    const notCompared = { newer: none, base: { error: 3, warning: 2, notice: 1 } };
    const text = junitReport(reportOf({ notCompared }, { isComplete: false, stopReason: 'unreachable' }));
    expect(text).toContain('message="The crawl is not complete: unreachable"');
    expect(text).toContain('of the crawl before: 3 errors, 2 warnings, 1 notices.');
  });

  test('has an error instead of a passed test case if a crawl that is not complete shows no new errors', () => {
    const newer = { isComplete: false, stopReason: 'unreachable' } as const;
    const none = junitReport(reportOf({}, newer));
    expect(none).toContain('tests="2" failures="1" errors="1"');
    expect(none).toContain('<error type="no new errors" message="Unknown: the crawl is not complete">');
    const some = junitReport(reportOf({ added: [broken(SITE)] }, newer));
    expect(some).toContain('tests="2" failures="2" errors="0"');
    expect(some).toContain('<failure type="no new errors" message="1 new error">');
  });

  test('lists as many new errors as fit into a response of Lambda, and counts all', () => {
    const report = junitReport(reportOf({ added: many }));
    expect([report.includes('5000 new errors'), fitsIntoResponse(report)]).toEqual([true, true]);
  });

  test('leaves out characters that XML does not have', () => {
    const row = { ...broken(SITE), element: 'a\u0000b\ud800c\ufffe' };
    expect(junitReport(reportOf({ added: [row] }))).toContain('abc');
  });
});
