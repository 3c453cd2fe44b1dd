import { readdirSync } from 'node:fs';
import { testPages } from '../support/test-pages.ts';

const FIRST_GUIDE = 'docs/guides/getting-started.md';
/** `tour.full.test.ts` tests it. */
const TOUR = 'docs/guides/tour.md';

testPages('the guides', [
  FIRST_GUIDE,
  ...pagesIn('docs/guides').filter((page) => page !== FIRST_GUIDE && page !== TOUR),
  ...pagesIn('docs'),
]);

function pagesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return names.toSorted().map((name) => `${folder}/${name}`);
}
