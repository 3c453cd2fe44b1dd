import { readdirSync } from 'node:fs';
import { testPages } from '../support/test-pages.ts';

const FIRST_GUIDE = 'docs/guides/getting-started.md';
/** `tour.full.test.ts` tests it. */
const TOUR = 'docs/guides/tour.md';
/** `guide-webhooks.full.test.ts` tests it, with a receiver. */
const WEBHOOKS = 'docs/guides/webhooks.md';

testPages('the guides', [
  FIRST_GUIDE,
  ...pagesIn('docs/guides').filter((page) => ![FIRST_GUIDE, TOUR, WEBHOOKS].includes(page)),
  ...pagesIn('docs'),
]);

function pagesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return names.toSorted().map((name) => `${folder}/${name}`);
}
