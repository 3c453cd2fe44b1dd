import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import type { SiteReader } from '../../functions/core/analysis/reader/read-site.ts';
import { createThreadReader } from '../../functions/core/analysis/reader/thread-reader.ts';
import { createFairReader } from '../../functions/core/crawls/fair-reader.ts';
import { createJoinInvocation } from '../../functions/core/crawls/join-invocation.ts';
import { processCrawlMessage } from '../../functions/core/crawls/process-message.ts';
import { crawlMessage } from '../../functions/core/crawls/tasks.ts';
import { readTask } from '../../functions/core/platform/queues/read-task.ts';
import { sqsHandler } from '../../functions/core/platform/queues/sqs-handler.ts';
import { HOSTILE_LINKS, hostileSites, type Serve, TAKES_LONG } from '../support/hostile-sites.ts';
import { tally } from '../support/form.ts';
import { type Answers, createCrawlWorld, html, SITES } from '../unit/crawls/crawl-world.ts';
import { closeServers } from '../unit/platform/network/local-servers.ts';

const [HOSTILE, ...SOUND] = SITES as [string, ...string[]];
const PATHS = ['/', ...Array.from({ length: 7 }, (_, index) => `/page-${index}`)];
const HOSTILE_PAGES = 8;
/** Longer than the network time limits of a few requests, after which the hostile crawl ends its slice. */
const LONGEST_MS = 240_000;

let world: Awaited<ReturnType<typeof createCrawlWorld>>;
/** Resolves when all sound crawls have requested their last address. */
let soundEnded: PromiseWithResolvers<void>;
/** Called for each request to a sound site. */
let onSoundRequest: () => void;

const KINDS = hostileSites({
  untilOthersEnded: () => soundEnded.promise,
  often(call) {
    const before = onSoundRequest;
    onSoundRequest = () => {
      before();
      call();
    };
  },
});

const ANSWERS: Answers = {
  '/robots.txt': 'User-agent: *\nAllow: /',
  '/sitemap.xml': '<urlset></urlset>',
  ...Object.fromEntries(PATHS.map((path) => [path, html(`About ${path}`, ...PATHS)])),
};

beforeEach(() => {
  for (const method of ['log', 'warn', 'error'] as const) jest.spyOn(console, method).mockImplementation(() => {});
  soundEnded = Promise.withResolvers();
  onSoundRequest = () => {};
});
afterEach(async () => {
  soundEnded.resolve();
  jest.restoreAllMocks();
  closeServers();
  await world.close();
});

/** @param serve `null`: there is no hostile site, and the tenth one is like the others */
async function startWorld(serve: Serve | null) {
  world = await createCrawlWorld(
    new Proxy(ANSWERS, {
      get: (answers, address: string) => {
        const [host] = address.split('/');
        if (host === HOSTILE && serve) {
          return (_: unknown, response: ServerResponse) => serve(address.slice(HOSTILE.length), response);
        }
        if (SOUND.includes(host!)) onSoundRequest();
        return answers[address];
      },
    }),
  );
}

/**
 * Creates slots at the same rate for each site: in each round every site that is being crawled has one, and the next round
 * begins when all sound sites have requested their next one. A crawl that waits for another one would never get there.
 */
function createRounds() {
  const crawling = new Set(SOUND);
  const waiting = new Map<string, () => void>();
  const rounds: string[][] = [];
  const begin = () => {
    if ([...crawling].some((host) => !waiting.has(host))) return;
    const round = [...waiting];
    waiting.clear();
    if (round.length > 0) rounds.push(round.map(([host]) => host));
    for (const [, go] of round) go();
  };
  return {
    rounds,
    next: (host: string) =>
      new Promise<void>((resolve) => {
        waiting.set(host, resolve);
        begin();
      }),
    end(host: string) {
      crawling.delete(host);
      if (crawling.size === 0) soundEnded.resolve();
      begin();
    },
  };
}

/** Counts the hostile pages that were read in each of the two threads. @param terminates whether they end their thread */
function createReaders(terminates: boolean) {
  const read = { first: 0, second: 0 };
  const counting = (name: keyof typeof read): SiteReader => {
    const reader = createThreadReader({ mostThreads: 1 });
    // No page is read within a millisecond: its thread is terminated.
    const ofHostile = terminates ? createThreadReader({ mostThreads: 1, deadlineMs: 1 }) : reader;
    return {
      ...reader,
      readCrawled: (served, ...rest) => {
        const isHostile = served.url.includes(`${HOSTILE}/hostile`);
        if (isHostile) read[name] += 1;
        return (isHostile ? ofHostile : reader).readCrawled(served, ...rest);
      },
    };
  };
  return { read, readerOf: createFairReader(counting('first'), counting('second')) };
}

/** Crawls ten sites in one invocation. @returns the rounds of slots until the last sound crawl had ended */
async function crawlTogether(serve: Serve | null, terminates = false) {
  await startWorld(serve);
  const slots = createRounds();
  const { read, readerOf } = createReaders(terminates);
  const { reports } = world.services;
  const services = {
    ...world.services,
    readerOf,
    crawlSlots: ({ host }: { host: string }) =>
      Promise.resolve({ next: () => slots.next(host), rest: () => Promise.resolve() }),
    reports: {
      async send(task: Parameters<typeof reports.send>[0]) {
        await reports.send(task);
        slots.end(task.domain);
      },
    },
  };
  for (const domain of SITES) await world.begin(domain === HOSTILE ? HOSTILE_PAGES : 500, {}, domain);
  const tasks = world.messages.splice(0).map(({ task }) => task);
  const invocations = createJoinInvocation(services);
  const handler = sqsHandler(async (body) => {
    const message = readTask(crawlMessage, body);
    await processCrawlMessage(message, 1, services, invocations);
    return message;
  });
  const Records = tasks.map((task) => ({ messageId: task.domain, body: JSON.stringify(task), attributes: {} }));
  const invoked = handler({ Records } as unknown as SQSEvent);
  await soundEnded.promise;
  const rounds = slots.rounds.filter((round) => round.some((host) => host !== HOSTILE)).length;
  const { batchItemFailures } = await invoked;
  return { rounds, read, failures: batchItemFailures };
}

const soundPages = () =>
  SOUND.map((domain) => [
    domain,
    world.requests
      .flatMap((address) => (address.startsWith(`${domain}/`) ? [address.slice(domain.length)] : []))
      .toSorted(),
  ]);

let undisturbed: { rounds: number; pages: ReturnType<typeof soundPages> };

test(
  'ten sound sites are crawled in one invocation',
  async () => {
    const { rounds, failures } = await crawlTogether(null);
    expect(failures).toEqual([]);
    undisturbed = { rounds, pages: soundPages() };
    expect(rounds).toBeGreaterThanOrEqual(PATHS.length);
  },
  LONGEST_MS,
);

test.each(Object.entries(KINDS))(
  'nine sound sites have as many pages in each round as without a site with %s',
  async (kind, serve) => {
    const { rounds, read, failures } = await crawlTogether(serve, kind === TAKES_LONG);
    expect(failures).toEqual([]);
    expect(rounds).toBe(undisturbed.rounds);
    expect(soundPages()).toEqual(undisturbed.pages);
    const ended = world.services.reportTasks.map(({ domain }) => domain);
    expect(SOUND.filter((domain) => !ended.includes(domain))).toEqual([]);
    // A page that terminates its thread delays the others once.
    if (kind === TAKES_LONG) {
      expect(read.first).toBeLessThanOrEqual(1);
      expect(read.first + read.second).toBe(HOSTILE_LINKS.length);
    }
    tally({
      area: 'Hostile sites',
      what: `nine sound sites in one invocation with a site with ${kind}`,
      tried: 1,
      outcome: 'the same pages of the sound sites for each slot',
    });
  },
  LONGEST_MS,
);
