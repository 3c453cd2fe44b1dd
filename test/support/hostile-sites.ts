import type { ServerResponse } from 'node:http';

/** Answers of a hostile site by path. */
export type Serve = (path: string, response: ServerResponse) => void;

interface Surroundings {
  /** Resolves when the crawls of the others have ended. */
  untilOthersEnded: () => Promise<void>;
  /** Calls back from time to time. */
  often: (call: () => void) => void;
}

const MB = 1_000_000;
/** The pages to which its home page links. */
export const HOSTILE_LINKS = Array.from({ length: 5 }, (_, index) => `/hostile-${index}`);
/** Its pages terminate the thread of a reader with a short time limit. */
export const TAKES_LONG = 'pages that take the reader long';

const html = (title: string, ...links: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>` +
  links.map((link) => `<p>About ${title}: <a href="${link}">${link}</a></p>`).join('');
const send = (response: ServerResponse, text: string) => void response.setHeader('content-type', 'text/html').end(text);
const isFile = (path: string) => /\.(?:txt|xml)$/.test(path);
const none = (response: ServerResponse) => void response.writeHead(404).end();
/** Serves the home page and no files; other pages are hostile. */
const pages =
  (serve: Serve): Serve =>
  (path, response) =>
    isFile(path)
      ? none(response)
      : path === '/'
        ? send(response, html('Home', ...HOSTILE_LINKS))
        : serve(path, response);

/** Returns ten kinds of sites that could slow down the crawls of others. */
export function hostileSites({ untilOthersEnded, often }: Surroundings): Record<string, Serve> {
  return {
    'pages without a response until the others have ended': pages((_, response) => {
      void untilOthersEnded().then(() => response.destroy());
    }),
    'pages of which a byte comes from time to time': pages((_, response) => {
      response.setHeader('content-type', 'text/html').write('<title>');
      often(() => {
        if (!response.destroyed && !response.writableEnded) response.write('x');
      });
      void untilOthersEnded().then(() => response.end());
    }),
    'redirects without end': pages(
      (path, response) => void response.writeHead(302, { location: `${path}${path.length % 10}` }).end(),
    ),
    'pages of ten megabytes': pages((path, response) => send(response, html(path) + '<p>some words '.repeat(MB / 1.4))),
    [TAKES_LONG]: pages((path, response) => send(response, html(path) + '<a href=/a>'.repeat((4.5 * MB) / 11))),
    'a robots.txt without a response until the others have ended': (path, response) => {
      if (path === '/robots.txt') void untilOthersEnded().then(() => none(response));
      else send(response, html(path));
    },
    'reset connections': pages((_, response) => void response.socket?.resetAndDestroy()),
    '429 for every page': pages((_, response) => void response.writeHead(429).end()),
    'endless links': (path, response) =>
      isFile(path)
        ? none(response)
        : send(response, html(path, ...HOSTILE_LINKS.map((link) => `${path}${link}`.slice(-40)))),
    'pages of 200,000 nested elements': pages((path, response) => send(response, html(path) + '<div>'.repeat(200_000))),
  };
}
