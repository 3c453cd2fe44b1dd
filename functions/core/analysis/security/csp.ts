import type { Rule } from './header-rules.ts';

/** Sources that allow nearly every host. */
const BROAD = new Set(['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']);
const INLINE = "'unsafe-inline'";
const NONCE_OR_HASH = /^'(?:nonce|sha256|sha384|sha512)-/;
const PASSIVE = ['img-src', 'media-src'];
/** Directives whose repetition is a mistake without harm. */
const MAY_REPEAT = new Set(['report-uri', 'report-to']);
const SHORTEST = 6;

/** The sources of a policy that determine its rating. */
interface Sources {
  script: string[];
  object: string[];
  style: string[];
  /** Sources of images, audio and video. */
  passive: string[];
  /** Sources of everything else. */
  active: string[];
  default: string[];
}

/** Weaknesses of a policy, the worst first. */
const WEAKNESSES: { rule: Rule; isIn: (sources: Sources) => boolean }[] = [
  {
    rule: 'csp-header-invalid',
    isIn: ({ script }) => script.includes("'strict-dynamic'") && !hasNonceOrHash(script),
  },
  {
    rule: 'csp-implemented-with-unsafe-inline',
    isIn: ({ script, object }) => admitsInline(script) || object.some((source) => BROAD.has(source)),
  },
  { rule: 'csp-implemented-with-insecure-scheme', isIn: ({ active }) => active.some(isInsecure) },
  {
    rule: 'csp-implemented-with-unsafe-eval',
    isIn: ({ script, style }) => [...script, ...style].includes("'unsafe-eval'"),
  },
  {
    rule: 'csp-implemented-with-insecure-scheme-in-passive-content-only',
    isIn: ({ passive }) => passive.some(isInsecure),
  },
  { rule: 'csp-implemented-with-unsafe-inline-in-style-src-only', isIn: ({ style }) => admitsInline(style) },
];
/** Rules that the Observatory passes; only with these it objects to repeated report directives. */
const PASSED: ReadonlySet<Rule> = new Set<Rule>([
  'csp-implemented-with-no-unsafe',
  'csp-implemented-with-no-unsafe-default-src-none',
  'csp-implemented-with-unsafe-inline-in-style-src-only',
  'csp-implemented-with-insecure-scheme-in-passive-content-only',
]);

/**
 * Rates the Content-Security-Policy of a page like the Observatory. Each of several policies applies separately, so
 * that what one of them forbids is forbidden; the Observatory combines them into one policy, in which a directive of
 * only a later one counts as `'none'`.
 *
 * @param reportOnly whether there is a Content-Security-Policy-Report-Only
 */
export function judgeCsp(policies: readonly CspPolicy[], reportOnly: boolean, isHttps: boolean): Rule {
  if (isMalformed(policies)) return 'csp-header-invalid';
  const applied = policies.filter(({ directives }) => directives.size > 0);
  if (applied.length === 0) return reportOnly ? 'csp-not-implemented-but-reporting-enabled' : 'csp-not-implemented';
  const sources = applied.map((policy) => sourcesOf(policy, isHttps));
  const rule = WEAKNESSES.find(({ isIn }) => sources.every(isIn))?.rule ?? strongRule(sources);
  const hasRepeated = applied.some(({ repeated }) => repeated.size > 0);
  return hasRepeated && PASSED.has(rule) ? 'csp-implemented-but-duplicate-directives' : rule;
}

/** Returns whether a policy is too short for a directive, or repeats one. */
function isMalformed(policies: readonly CspPolicy[]): boolean {
  return policies.some(
    ({ length, repeated }) => length < SHORTEST || [...repeated].some((name) => !MAY_REPEAT.has(name)),
  );
}

/** @returns whether `frame-ancestors` allows every site (`open`); null if no header has it */
export function framing(policies: readonly CspPolicy[]): 'restricted' | 'open' | null {
  const lists = policies
    .map(({ directives }) => directives.get('frame-ancestors'))
    .filter((list) => list !== undefined);
  if (lists.length === 0 || isMalformed(policies)) return null;
  return lists.every((list) => list.some((source) => BROAD.has(source))) ? 'open' : 'restricted';
}

/** Returns whether browsers upgrade all http requests of the page to https. */
export function upgradesRequests(policies: readonly CspPolicy[]): boolean {
  return policies.some(({ directives }) => directives.has('upgrade-insecure-requests'));
}

function strongRule(sources: Sources[]): Rule {
  const hasNone = sources.some((one) => one.default.length > 0 && one.default.every((source) => source === "'none'"));
  return hasNone ? 'csp-implemented-with-no-unsafe-default-src-none' : 'csp-implemented-with-no-unsafe';
}

function sourcesOf({ directives: written }: CspPolicy, isHttps: boolean): Sources {
  const directives = new Map(written);
  for (const name of ['script-src', 'style-src']) edit(directives, name, withoutOverridden);
  edit(directives, 'script-src', withStrictDynamic);
  const fallback = directives.get('default-src');
  const sources = (name: string) => directives.get(name) ?? fallback ?? ['*'];
  const others = [...directives].filter(([name]) => name !== 'script-src' && !PASSIVE.includes(name));
  const script = sources('script-src');
  return {
    script,
    object: sources('object-src'),
    style: sources('style-src'),
    passive: isHttps ? PASSIVE.flatMap((name) => directives.get(name) ?? fallback ?? []) : [],
    active: isHttps ? [...others.flatMap(([, list]) => list), ...script] : [],
    default: fallback ?? [],
  };
}

/** Changes the list of a directive, which is under its name or under default-src. */
function edit(directives: Map<string, string[]>, name: string, change: (list: string[]) => string[]): void {
  const place = directives.has(name) ? name : 'default-src';
  const list = directives.get(place);
  if (list) directives.set(place, change(list));
}

/** With a nonce or a hash, browsers ignore `'unsafe-inline'`. */
function withoutOverridden(list: string[]): string[] {
  return hasNonceOrHash(list) ? list.filter((source) => source !== INLINE) : list;
}

/** With `'strict-dynamic'` and a nonce or a hash, browsers ignore hosts, schemes and `'self'`. */
function withStrictDynamic(list: string[]): string[] {
  if (!list.includes("'strict-dynamic'") || !hasNonceOrHash(list)) return list;
  return list.filter((source) => source !== "'self'" && ![...BROAD].some((broad) => source.startsWith(broad)));
}

function hasNonceOrHash(list: string[]): boolean {
  return list.some((source) => NONCE_OR_HASH.test(source));
}

function admitsInline(list: string[]): boolean {
  return list.some((source) => BROAD.has(source) || source === INLINE || source === 'data:');
}

function isInsecure(source: string): boolean {
  return source.startsWith('http:') || source.startsWith('ftp:');
}

/** A Content-Security-Policy of the page. */
interface CspPolicy {
  /** Lists of sources by directive, all in lower case; the first one of a repeated directive. */
  directives: Map<string, string[]>;
  /** Repeated directives. */
  repeated: Set<string>;
  /** `meta`: it is in the HTML. */
  from: 'header' | 'meta';
  /** Length as written. */
  length: number;
}

/** Directives without effect in a page (HTML standard, 4.2.5.3). */
const NOT_IN_META = ['frame-ancestors', 'report-uri', 'sandbox'];

/**
 * Reads the policies of a page: each applies separately (CSP 3, 2.2). A header can contain several, separated by
 * commas.
 *
 * @param headers values of Content-Security-Policy
 * @param metas contents of its `<meta>` elements
 */
export function readPolicies(headers: readonly string[], metas: readonly string[]): CspPolicy[] {
  return [
    ...headers.flatMap(policiesOf).map((text) => readPolicy(text, 'header')),
    ...metas.map((text) => readPolicy(text.trim(), 'meta')),
  ];
}

/** @returns the parts between commas; an empty header is one empty policy */
function policiesOf(header: string): string[] {
  const written = header.split(',').map((text) => text.trim());
  const policies = written.filter((text) => text !== '');
  return policies.length > 0 ? policies : [''];
}

function readPolicy(text: string, from: CspPolicy['from']): CspPolicy {
  const policy: CspPolicy = { directives: new Map(), repeated: new Set(), from, length: text.length };
  for (const directive of text.toLowerCase().split(';')) addDirective(policy, directive.trim());
  if (from === 'meta') for (const name of NOT_IN_META) policy.directives.delete(name);
  return policy;
}

function addDirective({ directives, repeated }: CspPolicy, text: string): void {
  const [name = '', ...sources] = text.split(/\s+/);
  if (name === '') return;
  if (directives.has(name)) repeated.add(name);
  // A list without sources matches nothing, as 'none' does (CSP 3, 6.7.2.3).
  else directives.set(name, sources.length === 0 && name.endsWith('-src') ? ["'none'"] : sources);
}
