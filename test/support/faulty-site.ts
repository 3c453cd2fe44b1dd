import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'infra/sandbox/sites/faulty.example';
const DECLARATION = /<meta name="expected-issues" content="([^"]*)">/;

/** Home page of the sandbox's site that has a page for each issue. */
export const FAULTY_HOME = 'https://faulty.example/';

const at = (path: string) => new URL(path, FAULTY_HOME).href;

/** What is no HTML page cannot declare its issues itself. */
const NO_PAGES: Record<string, string[]> = {
  '/missing.html': ['client-error', 'http-status-code'],
  '/gone.html': ['client-error', 'http-status-code', 'sitemap-error'],
  '/failing.html': ['server-error', 'http-status-code'],
  '/old/moved.html': [],
  '/old/moved-twice.html': [],
  '/old/moved-away.html': [],
  '/old/listed.html': ['sitemap-redirect'],
  '/circle/one.html': [],
  '/circle/two.html': [],
  'http://faulty.example/about.html': [],
  // Forbidden, guarded by a firewall, and no HTML: nothing is known of them.
  '/members/login.html': [],
  '/guarded.html': [],
  '/prices.txt': [],
};

/** @returns the issues that each address of the site has to show, in the order of the alphabet */
export function declaredIssues(): Record<string, string[]> {
  const pages = globSync('**/*.html', { cwd: FOLDER }).flatMap((file) => {
    const declared = DECLARATION.exec(readFileSync(join(FOLDER, file), 'utf8'))?.[1];
    const path = `/${file}`.replace(/\/index\.html$/, '/');
    return declared === undefined ? [] : [[at(path), declared.split(' ').filter(Boolean)] as const];
  });
  const others = Object.entries(NO_PAGES).map(([path, ids]) => [at(path), ids] as const);
  return Object.fromEntries([...pages, ...others].map(([url, ids]) => [url, ids.toSorted()]));
}
