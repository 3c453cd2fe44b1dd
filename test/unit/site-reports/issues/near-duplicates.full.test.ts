import { expect, test } from '@jest/globals';
import { analysePage } from '../../../../functions/core/analysis/analyse-page.ts';
import { mainText } from '../../../../functions/core/analysis/page/page-texts.ts';
import { shingles, textSketch } from '../../../../functions/core/analysis/language/text-sketch.ts';
import { compareTexts } from '../../../../functions/core/site-reports/issues/near-duplicates.ts';
import type { HtmlPage } from '../../../../functions/core/site-reports/issues/issue.ts';
import { type DocumentationSite, startDocumentationSites } from '../../../support/documentation-sites.ts';
import { NO_ROBOTS, NOW, served } from '../../analysis/page/served.ts';
import { siteOf } from './site-of.ts';

/** Enough pages for every kind of similarity; all pairs of them are compared. */
const MAX_PAGES = 250;

test('near duplicates on documentation sites equal those of a comparison of all pairs', async () => {
  const sites = await startDocumentationSites(0, 3);
  try {
    const found = sites.map(compareAll);
    expect(found.flatMap(({ missed }) => missed)).toEqual([]);
    expect(found.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(found.reduce((sum, { pairs }) => sum + pairs, 0)).toBeGreaterThan(10);
  } finally {
    await Promise.all(sites.map((site) => site.close()));
  }
});

/** Compares all pairs of pages. An estimate within four standard errors of the threshold may be on either side. */
function compareAll(documentation: DocumentationSite) {
  const texts = documentation.pages.slice(0, MAX_PAGES).map((path, index) => {
    const { texts: parts } = analysePage(served([Buffer.from(documentation.html(path)!)], {}), NO_ROBOTS, NOW);
    const text = mainText(parts);
    return { path: `/${index === 0 ? '' : index}`, sketch: textSketch(text), set: new Set(shingles(text)) };
  });
  const site = siteOf(Object.fromEntries(texts.map(({ path, sketch }) => [path, { facts: { text_sketch: sketch } }])));
  const { similarTo } = compareTexts(site);
  const outcome = { missed: [] as string[], wrong: [] as string[], pairs: 0 };
  texts.forEach((one, index) => {
    const similar = new Set(similarTo(site.pages[index] as HtmlPage, MAX_PAGES).map(({ page }) => page.index));
    texts.slice(index + 1).forEach((other, offset) => {
      const exact = jaccard(one.set, other.set);
      const isFound = similar.has(index + 1 + offset);
      if (isFound) outcome.pairs++;
      if (exact >= 0.98 && !isFound) outcome.missed.push(`${one.path} ${other.path} ${exact}`);
      if (exact < 0.78 && isFound) outcome.wrong.push(`${one.path} ${other.path} ${exact}`);
    });
  });
  return outcome;
}

function jaccard(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let common = 0;
  for (const shingle of one) if (other.has(shingle)) common++;
  return common === 0 ? 0 : common / (one.size + other.size - common);
}
