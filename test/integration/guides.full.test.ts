import { readdirSync } from 'node:fs';
import { testPages } from '../support/test-pages.ts';

const FIRST_GUIDE = 'docs/guides/getting-started.md';

testPages('the guides', [
  FIRST_GUIDE,
  ...pagesIn('docs/guides').filter((page) => page !== FIRST_GUIDE),
  ...pagesIn('docs'),
]);

function pagesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return names.toSorted().map((name) => `${folder}/${name}`);
}
