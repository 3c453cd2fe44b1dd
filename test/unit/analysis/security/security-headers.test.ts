import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { analysePage } from '../../../../functions/core/analysis/analyse-page.ts';
import { STATUS_BY_RULE } from '../../../../functions/core/analysis/security/header-rules.ts';
import type { SecurityHeaders } from '../../../../functions/core/record/record.ts';
import * as schema from '../../../../functions/core/record/schema.ts';
import { tableRows } from '../../../support/markdown.ts';
import { NO_ROBOTS, NOW, served } from '../page/served.ts';

type Headers = [name: string, value: string][];

function securityOf(headers: Headers, html = '', url = 'https://site.example/'): SecurityHeaders {
  const { security } = analysePage(served(html, { url, headers }), NO_ROBOTS, NOW);
  return schema.securityHeaders.parse(security);
}

const NAMES = [
  'strict-transport-security',
  'content-security-policy',
  'content-security-policy-report-only',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
];

test('a header has the value that was sent, with several, and those of the HTML, joined', () => {
  const headers: Headers = [
    ['content-security-policy', "Default-Src 'self'"],
    ['content-security-policy', 'upgrade-insecure-requests'],
    ['referrer-policy', 'origin'],
  ];
  const html = `<meta http-equiv=content-security-policy content="img-src 'none'"><meta name=referrer content=same-origin>`;
  const { csp, referrer_policy, hsts } = securityOf(headers, html);
  expect(csp.value).toBe("Default-Src 'self', upgrade-insecure-requests, img-src 'none'");
  expect(referrer_policy).toEqual({ status: 'present', value: 'origin, same-origin', rule: 'referrer-policy-private' });
  expect(hsts).toEqual({ status: 'absent', value: null, rule: 'hsts-not-implemented' });
});

test('a value is truncated after 2,000 characters, and rated as a whole', () => {
  const { csp } = securityOf([['content-security-policy', `default-src 'self' ${'😀 '.repeat(3000)}'unsafe-inline'`]]);
  expect([...csp.value!]).toHaveLength(2000);
  expect(csp.rule).toBe('csp-implemented-with-unsafe-inline');
});

test('each of several policies between commas applies', () => {
  const policy = "default-src 'self' 'unsafe-inline', default-src 'self'";
  expect(securityOf([['content-security-policy', policy]]).csp.rule).toBe('csp-implemented-with-no-unsafe');
});

test('frame-ancestors that allows every site is weak, unless another policy restricts it', () => {
  const open: Headers = [['content-security-policy', 'frame-ancestors *']];
  expect(securityOf(open).x_frame_options).toMatchObject({
    status: 'weak',
    rule: 'x-frame-options-implemented-via-csp',
  });
  const both: Headers = [...open, ['content-security-policy', "frame-ancestors 'self'"]];
  expect(securityOf(both).x_frame_options.status).toBe('present');
});

test('a policy or referrer in noscript is ignored, since browsers with scripts do not read it', () => {
  const html = `<noscript><meta http-equiv=content-security-policy content="default-src 'self'"></noscript>`;
  expect(securityOf([], html).csp.rule).toBe('csp-not-implemented');
});

describe('Permissions-Policy', () => {
  test.each([
    ['geolocation=()', 'permissions-policy-implemented'],
    ['geolocation=(self "https://a.example"), camera=*', 'permissions-policy-implemented'],
    ['geolocation=self', 'permissions-policy-implemented'],
    ['geolocation', 'permissions-policy-implemented'],
    ['geolocation=();report-to=main', 'permissions-policy-implemented'],
    ['geolocation=*', 'permissions-policy-restricts-nothing'],
    ['geolocation=(*), camera=(self *)', 'permissions-policy-restricts-nothing'],
    ['camera=(), camera=*', 'permissions-policy-restricts-nothing'],
    ['', 'permissions-policy-restricts-nothing'],
    ["geolocation 'none'; camera 'none'", 'permissions-policy-header-invalid'],
    ['geolocation=(),', 'permissions-policy-header-invalid'],
    ['Geolocation=()', 'permissions-policy-header-invalid'],
    ['geolocation=(', 'permissions-policy-header-invalid'],
    ['geolocation=("https://a.example)', 'permissions-policy-header-invalid'],
  ])('%s', (value, rule) => {
    expect(securityOf([['permissions-policy', value]]).permissions_policy.rule).toBe(rule);
  });

  test('several headers are one dictionary', () => {
    const headers: Headers = [
      ['permissions-policy', 'geolocation=*'],
      ['permissions-policy', 'camera=()'],
    ];
    const { permissions_policy } = securityOf(headers);
    expect(permissions_policy).toEqual({
      status: 'present',
      value: 'geolocation=*, camera=()',
      rule: 'permissions-policy-implemented',
    });
  });

  test('none is absent', () => {
    expect(securityOf([]).permissions_policy).toEqual({
      status: 'absent',
      value: null,
      rule: 'permissions-policy-not-implemented',
    });
  });
});

describe('any headers', () => {
  const word = fc.constantFrom(
    ...[
      "'none'",
      "'self'",
      "'unsafe-inline'",
      "'unsafe-eval'",
      "'nonce-a'",
      "'strict-dynamic'",
      'https:',
      'http:',
      '*',
    ],
    ...['default-src', 'script-src', 'style-src', 'object-src', 'img-src', 'frame-ancestors', 'report-uri', 'data:'],
    ...[
      'max-age=1',
      'max-age=99999999',
      'nosniff',
      'deny',
      'no-referrer',
      'origin',
      'a=(*)',
      'b=()',
      '"',
      '(',
      ')',
      '',
    ],
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.tuple(word, fc.constantFrom(' ', ';', ',', '=', '', '\t', ', ')), { maxLength: 12 })
      .map((pairs) => pairs.flat().join('')),
  );
  const headers = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 6 });

  test('have one rule and its status each', () => {
    fc.assert(
      fc.property(headers, fc.constantFrom('https:', 'http:'), (sent, scheme) => {
        const { mixed_content: _mixed, x_frame_options, ...others } = securityOf(sent, '', `${scheme}//site.example/`);
        for (const { rule, status } of Object.values(others)) {
          expect(STATUS_BY_RULE[rule as keyof typeof STATUS_BY_RULE]).toBe(status);
        }
        expect(STATUS_BY_RULE).toHaveProperty(x_frame_options.rule);
      }),
      { numRuns: 1_000 },
    );
  });

  test('are never weaker with another policy', () => {
    const directive = fc.tuple(
      fc.constantFrom('default-src', 'script-src', 'style-src', 'object-src', 'img-src'),
      fc.array(fc.constantFrom("'self'", "'unsafe-inline'", "'unsafe-eval'", 'https:', 'http://a.example', '*')),
    );
    const policy = fc
      .uniqueArray(directive, { minLength: 1, selector: ([name]) => name })
      .map((directives) => directives.map(([name, sources]) => [name, ...sources].join(' ')).join('; '));
    fc.assert(
      fc.property(policy, policy, (one, other) => {
        const cspOf = (...policies: string[]) =>
          securityOf(policies.map((text) => ['content-security-policy', text])).csp;
        const statuses = [cspOf(one).status, cspOf(other).status];
        const both = cspOf(one, other);
        if (statuses.includes('present')) expect(both.status).toBe('present');
        expect(cspOf(other, one)).toEqual({ ...both, value: expect.anything() });
      }),
    );
  });

  test.each([
    ['directives', 'a-src b;'],
    ['the same directive', 'default-src a;'],
    ['sources', "'nonce-a' "],
    ['policies', 'img-src a,'],
    ['white space', ' \t'],
    ['commas', ','],
    ['features', 'a=(self),'],
    ['open lists', 'a=('],
    ['backslashes', '\\'],
    ['max-ages', 'max-age=1;'],
  ])('a megabyte of %s is read within a fraction of the time of a page', (_name, part) => {
    // Quadratic work would take hours, far more than the time limit of a test.
    const text = part.repeat(1_000_000 / part.length);
    const sent = NAMES.flatMap((name): Headers => [
      [name, text],
      [name, `a="${text}`],
    ]);
    expect(securityOf(sent, `<meta http-equiv=content-security-policy content="${text}">`)).toBeDefined();
  });
});

test('the status of each rule equals the documentation', () => {
  const rows = tableRows(readFileSync('docs/sources.md', 'utf8'), '## Security headers');
  expect(rows).toEqual(Object.entries(STATUS_BY_RULE).map(([rule, status]) => [`\`${rule}\``, `\`${status}\``]));
});

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
