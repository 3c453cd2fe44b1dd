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

/** Values of a page, read with cheerio. */
export interface CheerioReading {
  /** Text of the first title, with single spaces. */
  title: string | null;
  /** Absolute URL of the first canonical link in the head. */
  canonical: string | null;
  /** Content of the first meta element of this name in the head. */
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
