import type { Nest } from '../../unit/analysis/page/work.ts';

/** Elements that the tree builder treats specially, and one of each other kind. */
const ELEMENTS = [
  ...['a', 'a href=x lang=de', 'address', 'applet', 'b', 'button', 'caption', 'colgroup', 'dd', 'div', 'dt', 'font'],
  ...['font color=red', 'form', 'h1', 'h2', 'li', 'marquee', 'noscript', 'object', 'ol', 'optgroup', 'option', 'p'],
  ...['ruby', 'rt', 'section', 'select', 'span', 'table', 'tbody', 'td', 'template', 'th', 'tr', 'ul', 'x-unknown'],
  ...['svg', 'math', 'g', 'desc', 'foreignobject', 'mi', 'annotation-xml encoding=text/html'],
];
/** Elements without child elements. */
const CHILDLESS = [
  ...['br', 'col', 'hr', 'image', 'img', 'input', 'link rel=canonical', 'meta', 'script', 'style', 'textarea', 'title'],
  ...['html lang=de', 'head', 'body'],
];
/** Depth of nesting. */
const DEPTH = 512;

const tag = (name: string) => `<${name}>`;
const endTag = (name: string) => `</${name.split(' ', 1)[0]}>`;

const tags = [...ELEMENTS, ...CHILDLESS].flatMap((name) => [tag(name), endTag(name)]);
const texts = ['x<!-->', ...tags.map((text) => `x${text}`)];

/** Nested elements with each possible suffix: the suffix once at the end, and repeated after each element. */
function* nestsOf(names: string[], follows: string[]): Generator<Nest> {
  const open = names.map(tag).join('');
  const times = Math.ceil(DEPTH / names.length);
  for (const follow of follows) {
    yield { open, times, follow };
    yield { open, times, follow, again: true };
  }
}

/** Nested elements of one kind, and of kinds that are nested on real pages, followed by tags and text. */
export function* plainNests(): Generator<Nest> {
  const usual = ['table tr td', 'p button span', 'ul li a', 'svg desc a', 'svg foreignobject div', 'dd h1 object'];
  for (const names of [...ELEMENTS.map((name) => [name]), ...usual.map((names) => names.split(' '))])
    yield* nestsOf(names, [...tags, ...texts]);
}

/** Nested elements of all pairs of kinds, followed by all possible tags. */
export function* pairNests(): Generator<Nest> {
  for (const one of ELEMENTS) for (const other of ELEMENTS) if (one !== other) yield* nestsOf([one, other], tags);
}
