import type { IncomingMessage, ServerResponse } from 'node:http';

const CHILDREN = 10;
const OTHER_LINKS = { made: 20, paced: 20, dense: 190, linked: 20 };
type Kind = keyof typeof OTHER_LINKS;
const PARAGRAPHS = 8;
const WORDS_OF_PARAGRAPH = 60;
const WORDS =
  'alpine bicycles candles denim espresso fabric garden hiking ink jackets kettles lamps maps notebooks oak paper'.split(
    ' ',
  );

/** Number of external targets and images of each page of a `linked` site; each occurs on one page only. */
export const TARGETS_OF_PAGE = { external: 2, images: 2 };
export const EXTERNAL_HOSTS = 10;

/**
 * Returns the host name of a site with this number of pages: `paced` and `linked` ones have the default crawl rate,
 * `dense` ones 200 links a page, `linked` ones external targets and images that exist. Crawls of sites with different
 * names do not wait for each other.
 */
export const madeHost = (pages: number, kind: Kind = 'made', name = '') => `${kind}-${pages}${name && `-${name}`}.test`;

/** Serves external targets and the sites of `madeHost`: a tree of pages with further links to each other. */
export function answerMadeSite({ url, headers }: IncomingMessage, response: ServerResponse): void {
  const [, kind, pages] = /^(?:www\.)?(made|paced|dense|linked|external)-(\d+)(?:-\w+)?\.test/.exec(headers.host!)!;
  if (url === '/robots.txt') {
    const text = /made|dense/.test(kind!) ? 'User-agent: *\nAllow: /\n' : 'User-agent: *\nCrawl-delay: 1\n';
    return void response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
  }
  if (kind === 'external') return void response.writeHead(200, { 'content-type': 'text/html' }).end();
  if (kind === 'linked' && url!.endsWith('.png'))
    return void response.writeHead(200, { 'content-type': 'image/png', 'content-length': 20_000 }).end();
  const number = url === '/' ? 0 : Number(/^\/page-(\d+)$/.exec(url!)?.[1] ?? NaN);
  if (!(number < Number(pages))) return void response.writeHead(404).end();
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(madePage(number, Number(pages), kind as Kind));
}

function madePage(number: number, pages: number, kind: Kind): string {
  const children = Array.from({ length: CHILDREN }, (_, index) => CHILDREN * number + index + 1);
  const others = Array.from({ length: OTHER_LINKS[kind] }, (_, index) => (number * 7 + index * 131) % pages);
  const links = [...children.filter((child) => child < pages), ...others];
  const path = (page: number) => (page === 0 ? '/' : `/page-${page}`);
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, index) => `<p>${words(number * PARAGRAPHS + index)}</p>`);
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Page ${number} of the site</title>
<meta name="description" content="What page ${number} is about: ${words(number).slice(0, 80)}">
<meta name="viewport" content="width=device-width"><link rel="canonical" href="${path(number)}"></head>
<body><h1>Page ${number}</h1>
<ul>${links.map((page) => `<li><a href="${path(page)}">Page ${page}</a></li>`).join('\n')}</ul>
${paragraphs.join('\n')}
<p>${kind === 'linked' ? targets(number) : OTHER_TARGETS}</p></body></html>
`;
}

const OTHER_TARGETS = '<img src="/image.png" alt="An image"> <a href="https://elsewhere.example/">Elsewhere</a>';

function targets(number: number): string {
  const { external, images } = TARGETS_OF_PAGE;
  const links = Array.from({ length: external }, (_, index) => {
    const target = number * external + index;
    return `<a href="http://external-${target % EXTERNAL_HOSTS}.test/page-${target}">Elsewhere ${target}</a>`;
  });
  const shown = Array.from(
    { length: images },
    (_, index) => `<img src="/image-${number * images + index}.png" alt="An image" width="20" height="20">`,
  );
  return [...links, ...shown].join('\n');
}

/** Returns words that are the same in every run, and differ between pages. */
function words(seed: number): string {
  let state = (seed + 1) * 2_654_435_761;
  const word = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return WORDS[state % WORDS.length]!;
  };
  return Array.from({ length: WORDS_OF_PARAGRAPH }, word).join(' ');
}
