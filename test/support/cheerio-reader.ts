import { importPackage } from '../corpora/packages.ts';

interface Selection {
  length: number;
  first(): Selection;
  text(): string;
  prop(name: string): string | undefined;
  attr(name: string): string | undefined;
}

interface Cheerio {
  load: (html: string, options: { baseURI: string }) => (selector: string) => Selection;
}

const { load } = await importPackage<Cheerio>('cheerio');

/** What cheerio reads on a page. */
export interface CheerioReading {
  /** Of the first title, with single spaces. */
  title: string | null;
  /** Absolute, of the first canonical link of the head. */
  canonical: string | null;
  /** Of the first meta of its name in the head. */
  meta_robots: string | null;
}

/** @param url address of the page */
export function readWithCheerio(html: string, url: string): CheerioReading {
  const $ = load(html, { baseURI: url });
  const title = $('title').first();
  const canonical = $('head link[rel~="canonical" i][href]').first().prop('href');
  return {
    title: title.length === 0 ? null : title.text().trim().replace(/\s+/g, ' '),
    canonical: canonical ?? null,
    meta_robots: $('head meta[name="robots" i]').first().attr('content') ?? null,
  };
}
