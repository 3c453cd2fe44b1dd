import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesBelow, root } from '../../infra/constructs/build-cache.ts';
import { describeWhen } from '../support/when.ts';

const AUDIT_MS = 30_000;
const LIST = join(root, 'docs/licences.md');
const BEGIN = '<!-- packages: begin -->';
const END = '<!-- packages: end -->';

interface LockedPackage {
  /** Name of the package that replaces the requested one, if any. */
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Packages that only full tests use. */
const CORPORA = join(root, 'test/corpora');

const packages = lockedPackages(root);
const corpora = lockedPackages(CORPORA);

const deployed = deployedPackages();

const audited = audit(root);
const auditedCorpora = audit(CORPORA);

describeWhen(audited.why === undefined, `npm audit: ${audited.why}`)('advisories', () => {
  const advisories = audited.advisories ?? [];

  test('finds nothing in deployed dependencies', () => {
    expect(advisories.filter(({ nodes }) => nodes.some((path) => deployed.has(path)))).toEqual([]);
  });

  test('finds nothing severe in development dependencies', () => {
    expect(advisories.filter(isSevere)).toEqual([]);
  });
});

describeWhen(auditedCorpora.why === undefined, `npm audit: ${auditedCorpora.why}`)('advisories on test/corpora', () => {
  test('finds nothing severe', () => {
    expect(auditedCorpora.advisories?.filter(isSevere)).toEqual([]);
  });
});

interface Advisory {
  name: string;
  severity: string;
  /** Paths of the affected packages. */
  nodes: string[];
}

function isSevere({ severity }: Advisory): boolean {
  return severity === 'high' || severity === 'critical';
}

/** @returns the packages in a folder's lock file, by path */
function lockedPackages(folder: string): Record<string, LockedPackage> {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const { '': _folder, ...locked } = lock.packages;
  return locked;
}

/** @returns the advisories of npm; if the registry does not provide them, the reason */
function audit(cwd: string): { advisories?: Advisory[]; why?: string } {
  const args = ['audit', '--json', '--fetch-retries=0'];
  const { stdout } = spawnSync('npm', args, { cwd, encoding: 'utf8', timeout: AUDIT_MS });
  const report = parsed(stdout) as { vulnerabilities?: Record<string, Advisory>; message?: string } | undefined;
  if (report?.vulnerabilities) {
    const all = Object.values(report.vulnerabilities);
    return { advisories: all.map(({ name, severity, nodes }) => ({ name, severity, nodes })) };
  }
  return { why: report?.message ?? 'no answer in time' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
];

/** Licences with conditions for distribution only. */
const FOR_DEVELOPMENT = [...PERMISSIVE, 'CC-BY-4.0', 'MPL-2.0', 'PSF-2.0'];

/** Licences of packages whose lock entry contains none, by name and version. */
const READ_BY_HAND: Record<string, string> = {
  // Their package.json has the older field `licenses`, and they contain the text of the MIT licence.
  'async@0.2.10': 'MIT',
  'cannon@0.6.2': 'MIT',
};

describe('licences', () => {
  test('deployed packages have permissive licences', () => {
    expect(licensedOtherwise([...deployed], PERMISSIVE)).toEqual([]);
  });

  test('development packages have licences that allow this use', () => {
    const others = Object.keys(packages).filter((path) => !deployed.has(path));
    expect(licensedOtherwise(others, FOR_DEVELOPMENT)).toEqual([]);
    expect(licensedOtherwise(Object.keys(corpora), FOR_DEVELOPMENT, corpora)).toEqual([]);
  });

  test('the list of deployed packages contains each package with its licence', () => {
    // `UPDATE_LICENCES=1` updates it.
    const page = readFileSync(LIST, 'utf8');
    const listed = `${page.slice(0, page.indexOf(BEGIN))}${BEGIN}\n\n${licenceTable()}\n\n${page.slice(page.indexOf(END))}`;
    if (process.env.UPDATE_LICENCES === '1') writeFileSync(LIST, listed);
    else expect(page).toBe(listed);
  });

  test('packages of functions and both pages count as deployed, and those of tests do not', () => {
    const names = ['got', 'react-dom', 'swagger-ui-dist', 'jest', 'aws-cdk-lib'];
    expect(names.filter((name) => deployed.has(`node_modules/${name}`))).toEqual(names.slice(0, 3));
  });
});

/** @returns a line for each licence, with the names of the deployed packages that have it */
function licenceTable(): string {
  const ofLicences = Object.groupBy([...deployed].toSorted(), (path) => licenceOf(path, packages[path]!));
  const lines = Object.entries(ofLicences)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([licence, paths]) =>
        `- **${licence}**: ${[...new Set(paths!.map((path) => packages[path]!.name ?? nameOf(path)))].toSorted().join(', ')}`,
    );
  return lines.join('\n');
}

/** @returns paths of the packages whose licence is none of these, each with its licence */
function licensedOtherwise(paths: string[], allowed: string[], locked = packages): string[] {
  return paths
    .map((path) => ({ path, licence: licenceOf(path, locked[path]!) }))
    .filter(({ licence }) => !allows(licence, allowed))
    .map(({ path, licence }) => `${path}: ${licence}`);
}

function licenceOf(path: string, { license, version }: LockedPackage): string {
  return license ?? READ_BY_HAND[`${nameOf(path)}@${version}`] ?? 'not known';
}

/** Whether one licence of an SPDX expression with `OR` is allowed; all other expressions have to be checked by hand. */
function allows(expression: string, allowed: string[]): boolean {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => allowed.includes(choice));
}

/**
 * Returns the paths of deployed packages in the lock file: npm's dependencies, and development dependencies that the
 * pages' builds contain, with all their dependencies.
 */
function deployedPackages(): Set<string> {
  const found = new Set(Object.keys(packages).filter((path) => !packages[path]!.dev));
  const queue = [...importedByFunctions(), 'swagger-ui-dist'].map((name) => locate(name, ''));
  // The loop adds to the queue.
  for (const path of queue) {
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path]!;
    queue.push(...Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => locate(name, path)));
  }
  return found;
}

/** @returns names of the packages that code below `functions/` imports, as values and not as types */
function importedByFunctions(): Set<string> {
  const sources = filesBelow(join(root, 'functions')).filter((file) => /\.tsx?$/.test(file));
  const code = sources.filter((file) => !file.endsWith('vite.config.ts')).map((file) => readFileSync(file, 'utf8'));
  const imports = code.flatMap((text) => [
    ...text.matchAll(/^import (?!type )[^;]*?'([^'.][^']*)'|import\('([^'.]+)'\)/gm),
  ]);
  const names = imports.map(([, fixed, dynamic]) => fixed ?? dynamic!).filter((name) => !name.startsWith('node:'));
  return new Set(names.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0]));
}

/** @returns the path where Node finds a package from another one's folder; undefined if it is optional and missing */
function locate(name: string, from: string): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[path] !== undefined) return path;
  if (from === '') return undefined;
  return locate(name, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
