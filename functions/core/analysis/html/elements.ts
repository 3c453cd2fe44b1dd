/** The name of an element, and its groups of the HTML standard's tree construction. */
export interface ElementType {
  /** Local name, lower case. */
  readonly name: string;
  /** Groups, one bit each. */
  readonly groups: number;
  /** Index among the elements that have a group; -1 if it has none. */
  readonly index: number;
}

const grouped = new Map<string, number>();
let nextBit = 1;

function group(names: string): number {
  const bit = nextBit;
  nextBit <<= 1;
  for (const name of names.split(' ')) grouped.set(name, (grouped.get(name) ?? 0) | bit);
  return bit;
}

export const VOID = group(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);
/** Their content is text, never markup. */
export const RAW_TEXT = group('script style title textarea iframe noembed noframes xmp plaintext');
/** Raw text with character references. */
export const ESCAPABLE = group('title textarea');
/** Start tags that belong to the head, also directly after it. */
export const METADATA = group('base basefont bgsound link meta noframes script style template title');
export const HEAD_NOSCRIPT = group('basefont bgsound link meta noframes style');
export const IGNORED_IN_BODY = group('body frame frameset head');

export const HEADING = group('h1 h2 h3 h4 h5 h6');
/** Start tags that close an open paragraph. */
export const BLOCK = group(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp',
);
/** Start tags that close open elements. */
export const CLOSES = BLOCK | group('a button option optgroup');
/** Start tags that do not open a link again. */
export const APART = BLOCK | group('iframe noembed param rb rp rt rtc source textarea track');
/** End tags that only close elements in scope. */
export const SCOPED_END = group(
  'address applet article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption figure footer header hgroup li listing main marquee menu nav object ol pre search section select summary ul',
);
export const FORMATTING = group('b big code em font i nobr s small strike strong tt u');
export const MARKER = group('applet caption marquee object td template th');
/** Special elements behind which an open list item is searched. */
export const LOOSE = group('address div p');

export const SCOPE = group('applet caption html marquee object select table td template th');

/** Nesting level of the parts of a table. */
export const TABLE_LEVEL: ReadonlyMap<string, number> = new Map([
  ['caption', 1],
  ['col', 1],
  ['colgroup', 1],
  ['tbody', 1],
  ['tfoot', 1],
  ['thead', 1],
  ['tr', 2],
  ['td', 3],
  ['th', 3],
]);
export const IN_TABLE = group([...TABLE_LEVEL.keys()].join(' '));
/** Parts of a table that contain no text of their own. */
export const TABLE_PART = group('colgroup table tbody tfoot thead tr');

export const SPECIAL = group(
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp',
);

export const SVG_INTEGRATION = group('desc foreignobject title');
export const MATH_INTEGRATION = group('mi mn mo ms mtext');
/** HTML start tags that end SVG and MathML. */
export const FOREIGN_BREAKOUT = group(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul var',
);

/** Elements that do not interrupt a line of text. */
export const INLINE = group(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meta nobr noscript q rb ruby s samp script slot small span strike strong style sub sup template time tt u var wbr link',
);
/** Their text is not visible. */
export const SILENT = group('script style title iframe noembed noframes textarea');
/** Elements that can make the browser load something with the page. */
export const LOADS = group(
  'audio body embed feimage frame iframe image img input link object script source table tbody td tfoot th thead tr track video',
);

const types = new Map<string, ElementType>();
for (const [name, groups] of grouped) types.set(name, { name, groups, index: types.size });

/** Number of elements that have a group. */
export const GROUPED = types.size;

/** Types by a hash of their names; of two with the same hash, only the first is found here. */
const slots: (ElementType | undefined)[] = new Array<undefined>(1024).fill(undefined);
for (const type of types.values()) slots[slotOf(type.name, 0, type.name.length)] ??= type;

function slotOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let index = start; index < end; index++) hash = (hash * 33 + text.charCodeAt(index)) & 1023;
  return hash;
}

/** Returns the type of the element with the name at a position of the page, usually without slicing the name. */
export function elementTypeAt(html: string, start: number, end: number): ElementType {
  const type = slots[slotOf(html, start, end)];
  if (type?.name.length === end - start && html.startsWith(type.name, start)) return type;
  return elementType(html.slice(start, end));
}

/** @param name as written */
export function elementType(name: string): ElementType {
  const type = types.get(name);
  if (type) return type;
  const lowerCase = name.toLowerCase();
  return types.get(lowerCase) ?? { name: lowerCase, groups: 0, index: -1 };
}
