import { expect, test } from '@jest/globals';
import { siteReader } from '../../support/site-reader.ts';
import { judgePage } from '../../../functions/core/sources/site/judge-page.ts';
import { NO_ROBOTS, NOW, served } from '../analysis/page/served.ts';

const read = (html: string, changes: Parameters<typeof served>[1] = {}, robots = NO_ROBOTS) =>
  judgePage({ served: served(html, changes), robots, isHome: true }, siteReader, NOW);
const idsOf = async (...page: Parameters<typeof read>) =>
  ((await read(...page)).sections?.issues ?? []).map(({ issue }) => issue);

test('the issues of a page whose connection was lost are unknown', async () => {
  const { sections } = await read('<title>Tents', { truncated: true });
  expect(sections).toMatchObject({ issues: null, issues_total: null });
});

test('a page that names itself as canonical in another spelling is indexable', async () => {
  const url = 'https://www.shop.example/%e3%83%86/~ada';
  const html = '<title>T</title><link rel=canonical href="https://www.shop.example/%E3%83%86/%7Eada">';
  expect(await idsOf(html, { url })).toContain('title-short');
});

test('a home page with noindex has one issue of it, an error', async () => {
  const ids = await idsOf('<meta name=robots content=noindex><title>T</title>');
  expect(ids.filter((id) => /index/.test(id))).toEqual(['home-page-not-indexable']);
});

test('a robots.txt that could not be fetched is unknown, and no issue', async () => {
  expect(await idsOf('<title>T</title>', {}, { ...NO_ROBOTS, status: null })).not.toContain('robots-txt-invalid');
  expect(await idsOf('<title>T</title>', {}, { ...NO_ROBOTS, status: 503 })).toContain('robots-txt-invalid');
});
