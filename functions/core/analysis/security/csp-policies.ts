/** One Content-Security-Policy that the page is under. */
export interface CspPolicy {
  /** Lists of sources by directive, all in lower case; of a directive that is repeated, the first. */
  directives: Map<string, string[]>;
  /** Directives that are repeated. */
  repeated: Set<string>;
  /** `meta`: it stands in the page. */
  from: 'header' | 'meta';
  /** Length as written. */
  length: number;
}

/** Directives without effect in a page (HTML standard, 4.2.5.3). */
const NOT_IN_META = ['frame-ancestors', 'report-uri', 'sandbox'];

/**
 * Reads the policies of a page: each applies for itself (CSP 3, 2.2). A header may hold several, between commas.
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

/** @returns what stands between commas; an empty header is one empty policy */
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
