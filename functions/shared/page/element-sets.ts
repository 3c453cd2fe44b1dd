/** Groups of elements that the HTML standard's tree construction tells apart. */
const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

export const VOID = set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);
/** Their content is text, whatever it looks like. */
export const RAW_TEXT = set('script style title textarea iframe noembed noframes xmp plaintext');
/** Start tags that belong to the head, even right behind it. */
export const METADATA = set('base basefont bgsound link meta noframes script style template title');
export const HEAD_NOSCRIPT = set('basefont bgsound link meta noframes style');
export const IGNORED_IN_BODY = set('body frame frameset head');

export const HEADINGS = set('h1 h2 h3 h4 h5 h6');
/** Start tags that close an open paragraph. */
export const BLOCKS = set(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp',
);
/** End tags that close only what is in scope. */
export const SCOPED_END = set(
  'address applet article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption figure footer header hgroup li listing main marquee menu nav object ol pre search section summary ul',
);
export const FORMATTING = set('b big code em font i nobr s small strike strong tt u');
export const MARKERS = set('applet caption marquee object td template th');
export const LI = set('li');
export const DD_DT = set('dd dt');
/** Special elements that a list item is looked for behind. */
export const LOOSE = set('address div p');

export const SCOPE = set('applet caption html marquee object table td template th');
export const BUTTON_SCOPE = new Set([...SCOPE, 'button']);
export const LIST_SCOPE = new Set([...SCOPE, 'ol', 'ul']);
export const TABLE_SCOPE = set('html table template');

/** How deep a part of a table stands. */
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
/** Parts of a table that hold no text of their own. */
export const TABLE_PARTS = set('colgroup table tbody tfoot thead tr');

export const SPECIAL = set(
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp',
);

export const SVG_INTEGRATION = set('desc foreignobject title');
export const MATH_INTEGRATION = set('mi mn mo ms mtext');
/** HTML start tags that end SVG and MathML. */
export const FOREIGN_BREAKOUT = set(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul var',
);

/** Elements that do not interrupt a line of text. */
export const INLINE = set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meta nobr noscript q rb ruby s samp script slot small span strike strong style sub sup template time tt u var wbr link',
);
