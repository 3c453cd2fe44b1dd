import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { analysePage } from '../../../../functions/core/analysis/analyse-page.ts';
import { STATUS_BY_RULE } from '../../../../functions/core/analysis/security/header-rules.ts';
import { NO_ROBOTS, NOW, served } from '../page/served.ts';

interface Case {
  name: string;
  url: string;
  headers: [name: string, value: string][];
  html: string;
  /** Names of the Observatory's results. */
  verdicts: Record<string, string>;
}

/** Verdicts of the Observatory's analyzer for these answers, with the name and version of the package. */
const { judge, cases } = JSON.parse(readFileSync('test/fixtures/http-observatory.json', 'utf8')) as {
  judge: string;
  cases: Case[];
};

/** Verdicts of this project that differ, since browsers differ. */
const DIFFERENCES: Record<string, Record<string, string>> = {
  // RFC 6797, 6.1.1: a max-age consists of digits; browsers ignore a header without one.
  'hsts: max-age without value': { hsts: 'hsts-header-invalid' },
  'hsts: max-age that is text': { hsts: 'hsts-header-invalid' },
  'hsts: negative max-age': { hsts: 'hsts-header-invalid' },
  // HTML standard, 4.2.5.3: frame-ancestors has no effect in a meta, nor a policy outside of the head.
  'frame: frame-ancestors in a meta beside a policy': { x_frame_options: 'x-frame-options-not-implemented' },
  'csp: meta in body': { csp: 'csp-not-implemented' },
  // CSP 3, 2.2: each policy applies separately; the Observatory adds "default-src 'none'" to the first.
  'csp: frame-ancestors in header, policy in meta': { csp: 'csp-implemented-with-unsafe-inline' },
  'csp: upgrade in header, star in second': { csp: 'csp-implemented-with-unsafe-inline' },
};

test.each(cases)(`the rules equal the verdicts of ${judge}: $name`, ({ name, url, headers, html, verdicts }) => {
  const { security } = analysePage(served(html, { url, headers }), NO_ROBOTS, NOW);
  const { permissions_policy: _own, mixed_content: _mixed, ...judged } = security;
  const rules = Object.fromEntries(Object.entries(judged).map(([header, { rule }]) => [header, rule]));
  expect(rules).toEqual({ ...verdicts, ...DIFFERENCES[name] });
});

test('the rules differ from the Observatory in exactly the listed cases', () => {
  const differing = cases.filter(({ name, verdicts }) =>
    Object.entries(DIFFERENCES[name] ?? {}).some(([header, rule]) => verdicts[header] !== rule),
  );
  expect(differing.map(({ name }) => name)).toEqual(Object.keys(DIFFERENCES));
});

test('each rule that can decide occurs in a case', () => {
  const seen = new Set(cases.flatMap(({ verdicts }) => Object.values(verdicts)));
  const rules = Object.keys(STATUS_BY_RULE).filter((rule) => !rule.startsWith('permissions-policy-'));
  expect(rules.filter((rule) => !seen.has(rule))).toEqual([]);
});
