import { describe, expect, test } from '@jest/globals';
import type { IssueRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import { junitReport, MAX_RESULTS, sarifReport } from '../../../../functions/core/sites/compare/reports.ts';
import { catalogue } from '../../../../functions/core/sites/issues/catalogue.computed.ts';

const site = 'https://shop.example/';
const broken = (url: string): IssueRow => ({
  ...{ issue: 'broken-link', severity: 'error', url, target: 'https://shop.example/gone?a=1&b=<2>', status: 404 },
  ...{ element: '<a href="/gone">Old "tents" & more', value: null, expected: null, related: [] },
});
const report = (errors: IssueRow[]) => ({
  ...{ site, errors, catalogue, finishedAt: '2026-11-23T02:00:01.234Z', version: '0.3.0' },
});

interface Sarif {
  version: string;
  runs: {
    tool: { driver: { name: string; rules: { id: string }[] } };
    originalUriBaseIds: Record<string, { uri: string }>;
    results: {
      ruleId: string;
      ruleIndex: number;
      level: string;
      message: { text: string };
      locations: { physicalLocation: { artifactLocation: { uri: string; uriBaseId: string } } }[];
    }[];
  }[];
}
const sarifOf = (errors: IssueRow[]) => JSON.parse(sarifReport(report(errors))) as Sarif;

describe('SARIF', () => {
  test('contains a rule for each issue and a result for each occurrence, with paths relative to the site', () => {
    const { version, runs } = sarifOf([broken(site), broken(`${site}shop/tents?page[]=2`)]);
    expect(version).toBe('2.1.0');
    const [{ tool, results }] = runs as [Sarif['runs'][number]];
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(['broken-link']);
    expect(results.map(({ ruleId, ruleIndex, level }) => [ruleId, ruleIndex, level])).toEqual([
      ['broken-link', 0, 'error'],
      ['broken-link', 0, 'error'],
    ]);
    const uris = results.map(({ locations: [at] }) => at!.physicalLocation.artifactLocation);
    expect(uris).toEqual([
      { uri: './', uriBaseId: 'SITE' },
      { uri: 'shop/tents?page%5B%5D=2', uriBaseId: 'SITE' },
    ]);
    expect(results[0]!.message.text).toContain('target https://shop.example/gone?a=1&b=<2>; status 404');
  });

  // `reports.full.test.ts` validates reports by their schemas.
  test('has the members that SARIF 2.1.0 requires, with rules that exist and relative paths', () => {
    const severe = catalogue.items.filter(({ severity }) => severity === 'error');
    const rows = severe.flatMap(({ id }) => [
      { ...broken(`${site}a b`), issue: id },
      { ...broken(`${site}?q=a:b`), issue: id },
      { ...broken(`${site}//other.example/x`), issue: id },
      { ...broken(`${site}a:b`), issue: id },
    ]);
    const log = sarifOf(rows);
    expect([log.version, log.runs.length]).toEqual(['2.1.0', 1]);
    const [{ tool, originalUriBaseIds, results }] = log.runs as [Sarif['runs'][number]];
    expect(tool.driver.name).toMatch(/./);
    expect(originalUriBaseIds).toEqual({ SITE: { uri: site } });
    expect(results).toHaveLength(rows.length);
    for (const [index, { ruleId, ruleIndex, level, message, locations }] of results.entries()) {
      expect([tool.driver.rules[ruleIndex]?.id, level]).toEqual([ruleId, 'error']);
      expect(message.text).toMatch(/./);
      const [{ physicalLocation }] = locations as [(typeof locations)[number]];
      const { uri, uriBaseId } = physicalLocation.artifactLocation;
      expect([URL.canParse(uri), uriBaseId]).toEqual([false, 'SITE']);
      expect(new URL(uri, site).href).toBe(new URL(rows[index]!.url).href);
    }
  });

  test('has no results and no rules when there are no errors', () => {
    const [run] = sarifOf([]).runs;
    expect([run!.results, run!.tool.driver.rules]).toEqual([[], []]);
  });

  test('has at most 5,000 results', () => {
    expect(sarifOf(Array<IssueRow>(MAX_RESULTS + 1).fill(broken(site))).runs[0]!.results).toHaveLength(MAX_RESULTS);
  });
});

describe('JUnit XML', () => {
  test('contains a failed test case for each occurrence, with escaped texts', () => {
    const text = junitReport(report([broken(`${site}a`)]));
    expect(text).toContain('timestamp="2026-11-23T02:00:01" time="0" tests="1" failures="1" errors="0">');
    expect(text).toContain('classname="broken-link" name="a → https://shop.example/gone?a=1&#38;b=&#60;2&#62;"');
    expect(text).toContain('&#60;a href=&#34;/gone&#34;&#62;Old &#34;tents&#34; &#38; more');
  });

  test('has one passed test case when there are no errors', () => {
    const text = junitReport(report([]));
    expect(text).toContain('tests="1" failures="0"');
    expect(text).not.toContain('<failure');
  });

  test('leaves out characters that XML does not have', () => {
    const row = { ...broken(site), element: 'a\u0000b\ud800c\ufffe' };
    expect(junitReport(report([row]))).toContain('abc');
  });
});
