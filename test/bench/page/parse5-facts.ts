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

/** @returns a function that finds facts in one traversal of the tree of parse5 */
export async function parse5Facts(): Promise<(html: string) => Facts> {
  const { parse } = await importPeer<Parse5>('parse5');
  return (html) => {
    const facts = noFacts();
    const state = { facts, base: PAGE_URL, hasBase: false, text: [] };
    visit(parse(html, { scriptingEnabled: false }), state, { inHead: false, inBody: false });
    facts.words = wordsOf(state.text.join(''));
    return facts;
  };
}

interface State {
  facts: Facts;
  base: string;
  hasBase: boolean;
  text: string[];
}

interface Position {
  inHead: boolean;
  inBody: boolean;
}

/** Recursive, since no page of the benchmark is nested deeply. */
function visit(node: Node, state: State, position: Position) {
  if (node.value !== undefined && position.inBody) state.text.push(node.value);
  if (node.attrs) note(node, state, position);
  if (silent.has(node.nodeName)) return;
  const inside = {
    inHead: position.inHead || node.nodeName === 'head',
    inBody: position.inBody || node.nodeName === 'body',
  };
  for (const child of node.childNodes ?? []) visit(child, state, inside);
}

function note(node: Node, state: State, { inHead }: Position) {
  const { facts } = state;
  const name = node.nodeName;
  const attribute = (requested: string) => node.attrs?.find((candidate) => candidate.name === requested)?.value;
  if (name === 'a' && node.namespaceURI !== MATH) noteLink(facts, attribute, state.base, textOf(node));
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
  else if (name === 'base' && !state.hasBase && attribute('href') !== undefined) {
    state.base = URL.parse(attribute('href')!, PAGE_URL)?.href ?? PAGE_URL;
    state.hasBase = true;
  }
}

function textOf(node: Node, evenSilent = false): string {
  if (node.value !== undefined) return node.nodeName === '#text' ? node.value : '';
  if (silent.has(node.nodeName) && !evenSilent) return '';
  return (node.childNodes ?? []).map((child) => textOf(child)).join('');
}
