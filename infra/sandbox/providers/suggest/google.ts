import { faults } from '../faults.ts';
import { page, type StandIn } from '../stand-in.ts';
import { type SuggestAnswer, suggesting } from './suggest-answer.ts';
import { complete } from './vocabulary.ts';

const SORRY = '/sorry/index';

/** Google's response to suspected bots: a redirect to a captcha page, whose status may be 200. */
export const sorry = () => faults.redirect(`${SORRY}?continue=https://www.google.com/complete/search`);

export const google: StandIn = {
  id: 'google',
  method: 'GET',
  path: /^\/complete\/search$/,
  answer({ query }) {
    const client = query.get('client');
    const q = query.get('q') ?? '';
    const phrases = complete('google', q, query.get('hl'));
    if (client === 'firefox') return script(query, phrases, [q, phrases, [], subtypes(phrases)]);
    if (client === 'chrome') return script(query, phrases, withAddress(q, phrases));
    if (client === 'toolbar') return { status: 200, headers: { 'Content-Type': 'text/xml' }, body: '<toplevel/>' };
    return page(400, '400. That’s an error.');
  },
};

/** The captcha page that blocked clients are redirected to. */
export const googleSorry: StandIn = {
  id: 'google_sorry',
  method: 'GET',
  path: new RegExp(`^${SORRY}$`),
  answer: () => page(200, 'Our systems have detected unusual traffic from your computer network'),
};

/** JSON or JSONP, always with the content type of a script. */
function script(query: URLSearchParams, phrases: string[], value: unknown): SuggestAnswer {
  const callback = query.get('callback');
  const json = JSON.stringify(value);
  const text = callback ? `${callback} && ${callback}(${json})` : json;
  const isUnicode = query.get('oe')?.toLowerCase() === 'utf-8';
  if (isUnicode) return suggesting(phrases, 'text/javascript; charset=UTF-8', text);
  const lost = Buffer.from(withoutOthers(text), 'latin1');
  return suggesting(phrases.map(withoutOthers), 'text/javascript; charset=ISO-8859-1', lost);
}

/** Characters outside Latin-1 are lost without an error. */
function withoutOthers(text: string): string {
  return text.replace(/[^\0-\xff]/g, '?');
}

function subtypes(phrases: string[]) {
  return { 'google:suggestsubtypes': phrases.map((_phrase, index) => (index === 0 ? [512, 433] : [512])) };
}

/** This client also gets URLs among the suggestions. */
function withAddress(q: string, phrases: string[]): unknown[] {
  if (phrases.length === 0) return [q, [], [], [], { 'google:verbatimrelevance': 1300 }];
  const isAddress = (index: number) => index === Math.min(2, phrases.length);
  const said = phrases.toSpliced(2, 0, `https://www.${q.toLowerCase().replace(/[^a-z\d]+/g, '') || 'example'}.com`);
  return [
    q,
    said,
    said.map(() => ''),
    [],
    {
      'google:clientdata': { bpc: false, tlw: false },
      'google:suggestrelevance': said.map((_phrase, index) => Math.max(550, 601 - index)),
      'google:suggesttype': said.map((_phrase, index) => (isAddress(index) ? 'NAVIGATION' : 'QUERY')),
      'google:verbatimrelevance': 1300,
    },
  ];
}
