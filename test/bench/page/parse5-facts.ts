import { importPeer } from '../peers.ts';
import {
  type Facts,
  noFacts,
  noteHeadLink,
  noteImage,
  noteJsonLd,
  noteLink,
  noteMeta,
  SILENT,
  wordsOf,
  PAGE_URL,
} from './facts.ts';

interface Node {
  nodeName: string;
  value?: string;
  namespaceURI?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

interface Parse5 {
  parse: (html: string, options: { scriptingEnabled: boolean }) => Node;
}

const HTML = 'http://www.w3.org/1999/xhtml';
const MATH = 'http://www.w3.org/1998/Math/MathML';
const silent = new Set(SILENT);

/** @returns what finds facts with the tree of parse5 and one walk over it */
export async function parse5Facts(): Promise<(html: string) => Facts> {
  const { parse } = await importPeer<Parse5>('parse5');
  return (html) => {
    const facts = noFacts();
    const walk = { facts, base: PAGE_URL, hasBase: false, text: [] };
    visit(parse(html, { scriptingEnabled: false }), walk, { inHead: false, inBody: false });
    facts.words = wordsOf(walk.text.join(''));
    return facts;
  };
}

interface Walk {
  facts: Facts;
  base: string;
  hasBase: boolean;
  text: string[];
}

interface Place {
  inHead: boolean;
  inBody: boolean;
}

/** Recursive: no page of the bench is nested deeply. */
function visit(node: Node, walk: Walk, place: Place) {
  if (node.value !== undefined && place.inBody) walk.text.push(node.value);
  if (node.attrs) note(node, walk, place);
  if (silent.has(node.nodeName)) return;
  const inside = {
    inHead: place.inHead || node.nodeName === 'head',
    inBody: place.inBody || node.nodeName === 'body',
  };
  for (const child of node.childNodes ?? []) visit(child, walk, inside);
}

function note(node: Node, walk: Walk, { inHead }: Place) {
  const { facts } = walk;
  const name = node.nodeName;
  const attribute = (wanted: string) => node.attrs?.find((candidate) => candidate.name === wanted)?.value;
  if (name === 'a' && node.namespaceURI !== MATH) noteLink(facts, attribute, walk.base, textOf(node));
  if (node.namespaceURI !== HTML) return;
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
  if (level > 0) facts.headings[level - 1]! += 1;
  if (name === 'html') facts.lang = attribute('lang') ?? null;
  else if (name === 'title') facts.title ??= textOf(node, true);
  else if (name === 'h1') facts.h1.push(textOf(node));
  else if (name === 'meta') noteMeta(facts, attribute, inHead);
  else if (name === 'link' && inHead) noteHeadLink(facts, attribute);
  else if (name === 'img') noteImage(facts, attribute);
  else if (name === 'script' && attribute('type') === 'application/ld+json') noteJsonLd(facts, textOf(node, true));
  else if (name === 'base' && !walk.hasBase && attribute('href') !== undefined) {
    walk.base = URL.parse(attribute('href')!, PAGE_URL)?.href ?? PAGE_URL;
    walk.hasBase = true;
  }
}

function textOf(node: Node, evenSilent = false): string {
  if (node.value !== undefined) return node.nodeName === '#text' ? node.value : '';
  if (silent.has(node.nodeName) && !evenSilent) return '';
  return (node.childNodes ?? []).map((child) => textOf(child)).join('');
}
