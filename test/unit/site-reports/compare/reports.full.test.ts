import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { junitReport, sarifReport } from '../../../../functions/core/site-reports/compare/reports.ts';
import { catalogue } from '../../../../functions/core/site-reports/issues/catalogue.computed.ts';
import { junitProblems, sarifProblems } from '../../../support/report-schemas.ts';
import { issueRowOf } from '../../../support/site-evidence.ts';
import { reportOf as reportOfComparison, SITE as site } from './report-of.ts';

const reportOf = (errors: ReturnType<typeof issueRowOf>[]) =>
  reportOfComparison({ added: errors, unknown: errors, persisting: errors, fixed: errors });

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(']]>', '<!--', '\ud800', '&#0;', '\u0001'));
const path = fc.oneof(
  fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }),
  text.map((some) => site + some),
);
const row = fc
  .record({
    issue: fc.constantFrom(...catalogue.items.map(({ id }) => id)),
    url: fc.oneof(path, fc.constantFrom(`${site}?filter[size]=1|2`, `${site}//other.example/`, `${site}a:b`)),
    target: fc.option(path),
    status: fc.option(fc.integer({ min: 100, max: 599 })),
    element: fc.option(text),
    value: fc.option(fc.oneof(text, fc.double())),
  })
  .map(issueRowOf);

test('reports are valid by the schemas of SARIF and JUnit, for any texts', async () => {
  const rows = fc.array(row, { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(rows, async (errors) => {
      expect(sarifProblems(sarifReport(reportOf(errors)))).toEqual([]);
      expect(await junitProblems(junitReport(reportOf(errors)))).toEqual([]);
    }),
    { numRuns: 50, examples: [[[]]] },
  );
});

test('the report of a crawl that is not complete is valid by the schemas of JUnit', async () => {
  const report = junitReport(reportOfComparison({}, { isComplete: false, stopReason: 'unreachable' }));
  expect(report).toContain('<error ');
  expect(await junitProblems(report)).toEqual([]);
});

test('the report of more errors than are listed is valid by the schema of SARIF', () => {
  const report = sarifReport(reportOfComparison({ added: Array.from({ length: 5_001 }, () => issueRowOf()) }));
  expect(report).toContain('toolExecutionNotifications');
  expect(sarifProblems(report)).toEqual([]);
});

test('the schemas refuse reports with a member that is missing or not known', async () => {
  const errors = [issueRowOf()];
  const sarif = sarifReport(reportOf(errors));
  expect(sarifProblems(sarif.replace('"driver"', '"drivers"'))).not.toEqual([]);
  expect(sarifProblems(sarif.replace('"uri":"./"', '"uri":"a b"'))).not.toEqual([]);
  const junit = junitReport(reportOf(errors));
  for (const [from, to] of [
    [' hostname=', ' host='],
    ['<failure ', '<failed '],
  ] as const) {
    expect(await junitProblems(junit.replace(from, to))).not.toEqual([]);
  }
});
