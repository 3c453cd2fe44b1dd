import { Parser, Tokenizer } from 'htmlparser2';
import { analysePage } from '../../../functions/core/analysis/analyse-page.ts';
import { NO_ROBOTS, NOW, served } from '../../unit/analysis/page/served.ts';
import { realPages } from './pages.ts';

export type Contestant = 'our analysis' | 'htmlparser2' | 'its Tokenizer';
type Read = (body: Uint8Array) => unknown;

const ignore = () => {};
const IGNORE_ALL: ConstructorParameters<typeof Parser>[0] = {
  onopentagname: ignore,
  onattribute: ignore,
  onopentag: ignore,
  onclosetag: ignore,
  ontext: ignore,
  oncomment: ignore,
  onprocessinginstruction: ignore,
};

const IGNORE_PLACES: ConstructorParameters<typeof Tokenizer>[1] = {
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};

const text = (body: Uint8Array) => new TextDecoder().decode(body);

/** All of them read bytes. */
const contestants: Record<Contestant, () => Read> = {
  'our analysis': () => (body) => analysePage(served([body]), NO_ROBOTS, NOW),
  htmlparser2: () => (body) => new Parser(IGNORE_ALL).end(text(body)),
  'its Tokenizer': () => (body) => {
    const tokenizer = new Tokenizer({}, IGNORE_PLACES);
    tokenizer.write(text(body));
    tokenizer.end();
  },
};

// A separate process, so that garbage and type feedback of one contestant do not slow another. For each message, it
// reads all pages and returns the bytes per microsecond of processor time, which hardly depends on other work on the
// machine and includes garbage collection on other threads.
const read = contestants[process.argv[2] as Contestant]();
const bodies = realPages().map(({ body }) => body);
const bytes = bodies.reduce((sum, body) => sum + body.length, 0);
process.on('message', () => {
  const started = process.cpuUsage();
  for (const body of bodies) read(body);
  const { user, system } = process.cpuUsage(started);
  process.send!(bytes / (user + system));
});
