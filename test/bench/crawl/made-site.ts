import type { IncomingMessage, ServerResponse } from 'node:http';

const CHILDREN = 10;
const OTHER_LINKS = { made: 20, paced: 20, dense: 190 };
type Kind = keyof typeof OTHER_LINKS;
const PARAGRAPHS = 8;
const WORDS_OF_PARAGRAPH = 60;
const WORDS =
  'alpine bicycles candles denim espresso fabric garden hiking ink jackets kettles lamps maps notebooks oak paper'.split(
    ' ',
  );

/** Name of a site that has so many pages; `paced` ones want the default pace, and `dense` ones have 200 links a page. */
export const madeHost = (pages: number, kind: Kind = 'made') => `${kind}-${pages}.test`;

/** Answers for the sites of `madeHost`: a tree of pages, each of which links to others as well. */
export function answerMadeSite({ url, headers }: IncomingMessage, response: ServerResponse): void {
  const [, kind, pages] = /^(?:www\.)?(made|paced|dense)-(\d+)\.test/.exec(headers.host!)!;
  if (url === '/robots.txt') {
    const text = kind === 'paced' ? 'User-agent: *\nCrawl-delay: 1\n' : 'User-agent: *\nAllow: /\n';
    return void response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
  }
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
<p><img src="/image.png" alt="An image"> <a href="https://elsewhere.example/">Elsewhere</a></p></body></html>
`;
}

/** The same words at every run, and others on every page. */
function words(seed: number): string {
  let state = (seed + 1) * 2_654_435_761;
  const word = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return WORDS[state % WORDS.length]!;
  };
  return Array.from({ length: WORDS_OF_PARAGRAPH }, word).join(' ');
}
