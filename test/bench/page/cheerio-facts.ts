import { importPeer } from '../peers.ts';
import {
  type Facts,
  noFacts,
  noteHeadLink,
  noteImage,
  noteJsonLd,
  noteLink,
  noteMeta,
  PAGE_URL,
  SILENT,
  wordsOf,
} from './facts.ts';

interface Element {
  attribs: Record<string, string>;
}

interface Selection extends Iterable<Element> {
  first(): Selection;
  text(): string;
  attr(name: string): string | undefined;
  remove(): Selection;
  length: number;
}

interface Cheerio {
  load: (html: string) => (selector: string | Element) => Selection;
}

/** @returns a function that finds facts with cheerio as in its documentation, with a selector for each */
export async function cheerioFacts(): Promise<(html: string) => Facts> {
  const { load } = await importPeer<Cheerio>('cheerio');
  return (html) => {
    const $ = load(html);
    const facts = noFacts();
    const read = (element: Element) => (name: string) => element.attribs[name];
    const base = URL.parse($('base[href]').first().attr('href') ?? '', PAGE_URL)?.href ?? PAGE_URL;
    facts.lang = $('html').attr('lang') ?? null;
    facts.title = $('title').length > 0 ? $('title').first().text() : null;
    for (const meta of $('meta')) noteMeta(facts, read(meta), true);
    for (const link of $('head link')) noteHeadLink(facts, read(link));
    for (const h1 of $('h1')) facts.h1.push($(h1).text());
    facts.headings = [1, 2, 3, 4, 5, 6].map((level) => $(`h${level}`).length);
    for (const image of $('img')) noteImage(facts, read(image));
    for (const link of $('a[href]')) noteLink(facts, read(link), base, $(link).text());
    for (const script of $('script[type="application/ld+json"]')) noteJsonLd(facts, $(script).text());
    $(SILENT.join()).remove();
    facts.words = wordsOf($('body').text());
    return facts;
  };
}
