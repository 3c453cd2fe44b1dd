import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { CRAWL_LEASE_MS, MIN_VISIT_MS, SLICE_MS } from '../../../functions/core/crawls/limits.ts';
import { createCrawlMemory } from '../../../functions/core/crawls/crawl-memory.ts';
import { createInvocationShares, SHARES } from '../../../functions/core/crawls/crawl-shares.ts';
import { createJoinInvocation } from '../../../functions/core/crawls/join-invocation.ts';
import { processCrawlMessage } from '../../../functions/core/crawls/process-message.ts';
import { type CrawlMessage, crawlMessage, type CrawlTask } from '../../../functions/core/crawls/tasks.ts';
import { readTask } from '../../../functions/core/platform/queues/read-task.ts';
import { sqsHandler } from '../../../functions/core/platform/queues/sqs-handler.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { createCrawlWorld, html, SITES } from './crawl-world.ts';

const ANSWERS = {
  '/robots.txt': 'User-agent: *\nAllow: /',
  '/sitemap.xml': '<urlset></urlset>',
  '/': html('Home', '/one', '/two'),
  '/one': html('One', '/'),
  '/two': html('Two', '/'),
};
const PATHS = ['/', '/one', '/two'];

let world: Awaited<ReturnType<typeof createCrawlWorld>>;

beforeEach(async () => {
  for (const method of ['log', 'warn', 'error'] as const) jest.spyOn(console, method).mockImplementation(() => {});
  world = await createCrawlWorld({ ...ANSWERS });
});
afterEach(async () => {
  jest.restoreAllMocks();
  closeServers();
  await world.close();
});

/** Starts crawls, and returns their messages by domain. */
async function begin(...domains: string[]): Promise<Map<string, CrawlTask>> {
  for (const domain of domains) expect(await world.begin(500, {}, domain)).toBe(true);
  return takeMessages();
}

async function beginPrivate(domain: string): Promise<CrawlTask> {
  await world.prove('owner', 'file', domain);
  world.services.openCredentials = () => Promise.resolve({ headers: [], basic_auth: null });
  expect(await world.begin(500, { owner: 'owner' }, domain, { basic_auth: true })).toBe(true);
  return takeMessages().get(domain)!;
}

const takeMessages = () => new Map(world.messages.splice(0).map(({ task }) => [task.domain, task]));

const idOf = (message: CrawlMessage) => ('crawls' in message ? 'several' : message.domain);

/** Starts a process of the crawler, which shares nothing with others but the stores. */
function newProcess(hasLittleMemory = (): boolean => false) {
  const services = {
    ...world.services,
    memory: createCrawlMemory(),
    shares: createInvocationShares({ hasLittleMemory }),
  };
  return { services, invocations: createJoinInvocation(services) };
}

/** Invokes the crawler with one batch of messages. @returns domains of the failed ones */
async function invoke(messages: Iterable<CrawlMessage>, receives = 1, process = newProcess()): Promise<string[]> {
  const { services, invocations } = process;
  const handler = sqsHandler(async (body, { attributes }) => {
    const message = readTask(crawlMessage, body);
    await processCrawlMessage(message, Number(attributes.ApproximateReceiveCount), services, invocations);
    return message;
  });
  const Records = Array.from(messages, (message) => ({
    messageId: idOf(message),
    body: JSON.stringify(message),
    attributes: { ApproximateReceiveCount: String(receives) },
  }));
  const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

/** Lets the slices of crawls end when each of them has requested this path. */
function endSlicesAt(path: string, domains: string[]): void {
  const machineNow = performance.now.bind(performance);
  let passedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => machineNow() + passedMs);
  const requested = new Set<string>();
  const all = Promise.withResolvers<void>();
  for (const domain of domains) {
    world.answers[`${domain}${path}`] = (_, response) => {
      requested.add(domain);
      if (requested.size === domains.length) {
        passedMs = SLICE_MS - MIN_VISIT_MS;
        all.resolve();
      }
      void all.promise.then(() => response.setHeader('content-type', 'text/html').end(html(path, '/')));
    };
  }
}

/** Rejects what a crawl stores. @returns a function that ends this */
function failAt(domain: string) {
  const { crawls } = world.services;
  world.services.crawls = {
    ...crawls,
    addPage: (crawl, ...page) =>
      crawl.domain === domain ? Promise.reject(new Error('throttled')) : crawls.addPage(crawl, ...page),
  };
  return () => {
    world.services.crawls = crawls;
    // Its leases have expired.
    world.clock.now += 150_000;
  };
}

const pathsOf = (domain: string) =>
  world.requests.flatMap((address) => {
    const { hostname, pathname } = new URL(`http://${address}`);
    return hostname === domain && PATHS.includes(pathname) ? [pathname] : [];
  });
const reported = () => world.services.reportTasks.map(({ domain }) => domain).toSorted();

test('one invocation crawls several sites, each with its own robots.txt', async () => {
  const domains = SITES.slice(0, 3);
  world.answers[`${domains[1]}/robots.txt`] = 'User-agent: *\nDisallow: /two';
  expect(await invoke((await begin(...domains)).values())).toEqual([]);
  expect(reported()).toEqual(domains);
  expect(domains.map(pathsOf)).toEqual([PATHS, ['/', '/one'], PATHS]);
  expect(world.messages).toEqual([]);
});

test('crawls continue while another one of their invocation waits for a response', async () => {
  const [hanging, ...others] = SITES.slice(0, 3) as [string, ...string[]];
  const tasks = await begin(hanging, ...others);
  const othersEnded = Promise.withResolvers<void>();
  const { reports } = world.services;
  world.services.reports = {
    async send(task) {
      await reports.send(task);
      if (reported().length === others.length) othersEnded.resolve();
    },
  };
  world.answers[`${hanging}/one`] = (_, response) => {
    void othersEnded.promise.then(() => response.setHeader('content-type', 'text/html').end(html('One')));
  };
  expect(await invoke(tasks.values())).toEqual([]);
  expect(reported()).toEqual([hanging, ...others]);
  // Its page has been read: the others did not wait until it failed.
  expect(pathsOf(hanging)).toEqual(PATHS);
  await world.workOff();
});

test('only the message of the crawl that failed is delivered again', async () => {
  const [failing, ...others] = SITES.slice(0, 3) as [string, ...string[]];
  const tasks = await begin(failing, ...others);
  const repair = failAt(failing);
  expect(await invoke(tasks.values())).toEqual([failing]);
  expect(reported()).toEqual(others);
  expect(world.messages).toEqual([]);

  repair();
  expect(await invoke([tasks.get(failing)!], 2)).toEqual([]);
  expect(reported()).toEqual([failing, ...others]);
});

test('a message for which the invocation has no room is sent again', async () => {
  const tasks = await begin(...SITES, 'site.example');
  expect(tasks.size).toBe(SHARES + 1);
  expect(await invoke(tasks.values())).toEqual([]);
  const again = world.messages.splice(0);
  expect(again).toEqual([{ task: tasks.get('site.example'), delayMs: 0 }]);
  expect(reported()).toEqual(SITES);
  // The next invocation has room.
  expect(await invoke(again.map(({ task }) => task))).toEqual([]);
  expect(reported()).toEqual([...SITES, 'site.example']);
});

test('one message continues the crawls of an invocation, which request each address once', async () => {
  const domains = SITES.slice(0, 3);
  const tasks = await begin(...domains);
  endSlicesAt('/one', domains);
  expect(await invoke(tasks.values())).toEqual([]);
  expect(world.messages).toEqual([]);
  const [group, ...others] = world.groups.splice(0);
  expect(others).toEqual([]);
  const byDomain = group!.crawls.toSorted((one, other) => one.domain.localeCompare(other.domain));
  expect(byDomain).toEqual(domains.map((domain) => ({ ...tasks.get(domain), slices: 1 })));

  expect(await invoke([group!])).toEqual([]);
  expect(reported()).toEqual(domains);
  expect(domains.map(pathsOf)).toEqual(domains.map(() => PATHS));
  expect([...world.messages, ...world.groups]).toEqual([]);
});

test('crawls whose common message could not be sent have their own messages delivered again', async () => {
  const domains = SITES.slice(0, 2);
  const tasks = await begin(...domains);
  endSlicesAt('/one', domains);
  const { crawlGroups } = world.services;
  world.services.crawlGroups = { send: () => Promise.reject(new Error('no queue')) };
  expect((await invoke(tasks.values())).toSorted()).toEqual(domains);

  world.services.crawlGroups = crawlGroups;
  world.clock.now += 150_000;
  for (const task of tasks.values()) expect(await invoke([task], 2)).toEqual([]);
  expect(reported()).toEqual(domains);
  expect(domains.map(pathsOf)).toEqual(domains.map(() => PATHS));
});

test('a slice that fails in a message of several crawls is sent alone', async () => {
  const [failing, ...others] = SITES.slice(0, 3) as [string, ...string[]];
  const crawls = [...(await begin(failing, ...others)).values()];
  const repair = failAt(failing);
  expect(await invoke([{ crawls }])).toEqual([]);
  expect(reported()).toEqual(others);
  const alone = world.messages.splice(0);
  expect(alone).toEqual([{ task: { ...crawls[0], alone: true }, delayMs: CRAWL_LEASE_MS }]);

  world.clock.now += CRAWL_LEASE_MS;
  // In its own message, SQS delivers it again.
  expect(await invoke([alone[0]!.task])).toEqual([failing]);
  repair();
  expect(await invoke([alone[0]!.task], 2)).toEqual([]);
  expect(reported()).toEqual([failing, ...others]);
});

test('the crawls of a message that was received before continue alone', async () => {
  const crawls = [...(await begin(...SITES.slice(0, 3))).values()];
  expect(await invoke([{ crawls }], 2)).toEqual([]);
  expect(world.requests).toEqual([]);
  const again = world.messages.splice(0).map(({ task }) => task);
  expect(again).toEqual(crawls.map((task) => ({ ...task, alone: true })));

  // Each needs an invocation for itself.
  expect(await invoke(again)).toEqual([]);
  expect(reported()).toHaveLength(1);
  expect(world.messages).toHaveLength(2);
  await world.workOff();
  expect([...world.messages, ...world.groups]).toEqual([]);
});

test.each([
  ['a crawl', (domain: string) => begin(domain).then((tasks) => tasks.get(domain)!)],
  ['a private crawl', beginPrivate],
])('%s joins a running invocation that has room, and its own ends at once', async (_, beginSecond) => {
  const [first, second] = SITES as [string, string];
  const running = (await begin(first)).get(first)!;
  const joining = await beginSecond(second);
  const isRequested = Promise.withResolvers<void>();
  const joined = Promise.withResolvers<void>();
  world.answers[`${first}/one`] = (_, response) => {
    isRequested.resolve();
    void joined.promise.then(() => response.setHeader('content-type', 'text/html').end(html('One')));
  };
  world.answers[`${second}/`] = (_, response) => {
    joined.resolve();
    response.setHeader('content-type', 'text/html').end(ANSWERS['/']);
  };
  const ended = invoke([running]);
  await isRequested.promise;
  world.clock.now += 1_000;
  expect(await invoke([joining])).toEqual([]);
  // If the running invocation is terminated, this message continues the crawl.
  expect(world.messages.splice(0)).toEqual([{ task: joining, delayMs: 150_000 }]);
  expect(await ended).toEqual([]);
  expect(reported()).toEqual([first, second]);
  expect([first, second].map(pathsOf)).toEqual([PATHS, PATHS]);
  expect(await world.services.invocations.list()).toEqual([]);
});

test('a crawl starts an invocation when the running one has no room', async () => {
  const tasks = await begin(...SITES, 'site.example');
  const { invocations, crawlSlots } = world.services;
  const isRunning = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  world.services.crawlSlots = async (request) => {
    if (request.host !== 'site.example') {
      isRunning.resolve();
      await end.promise;
    }
    return crawlSlots(request);
  };
  const full = invoke([{ crawls: SITES.map((domain) => tasks.get(domain)!) }]);
  await isRunning.promise;
  expect(await invocations.list()).toMatchObject([{ used: SHARES }]);
  expect(await invoke([tasks.get('site.example')!])).toEqual([]);
  expect(reported()).toEqual(['site.example']);
  end.resolve();
  expect(await full).toEqual([]);
  expect(reported()).toEqual([...SITES, 'site.example']);
});

test('a crawl continues with its second message when the invocation that it joined is terminated', async () => {
  const [domain] = SITES as [string];
  const task = (await begin(domain)).get(domain)!;
  // It never looks for the crawls that join it.
  await world.services.invocations.register({ id: '0', used: 1, until: world.clock.now + SLICE_MS });
  expect(await invoke([task])).toEqual([]);
  expect(world.requests).toEqual([]);
  const [second, ...others] = world.messages.splice(0);
  expect([second, others]).toEqual([{ task, delayMs: 150_000 }, []]);
  world.clock.now += second!.delayMs;
  expect(await invoke([second!.task])).toEqual([]);
  expect(reported()).toEqual([domain]);
  expect(pathsOf(domain)).toEqual(PATHS);
});

test('crawls that were started apart are together in their second slices', async () => {
  const domains = SITES.slice(0, 2) as [string, string];
  const tasks = await begin(...domains);
  // Two invocations, which did not see each other.
  endSlicesAt('/one', domains);
  const { invocations } = world.services;
  const noneListed = { ...invocations, list: () => Promise.resolve([]) };
  world.services.invocations = noneListed;
  const failures = await Promise.all(domains.map((domain) => invoke([tasks.get(domain)!])));
  expect(failures).toEqual([[], []]);
  world.services.invocations = invocations;
  const second = world.messages.splice(0).map(({ task }) => task);
  expect(second.map(({ slices }) => slices)).toEqual([1, 1]);

  const isRequested = Promise.withResolvers<void>();
  const joined = Promise.withResolvers<void>();
  world.answers[`${second[0]!.domain}/two`] = (_, response) => {
    isRequested.resolve();
    void joined.promise.then(() => response.setHeader('content-type', 'text/html').end(html('Two')));
  };
  world.answers[`${second[1]!.domain}/two`] = (_, response) => {
    joined.resolve();
    response.setHeader('content-type', 'text/html').end(html('Two'));
  };
  const running = invoke([second[0]!]);
  await isRequested.promise;
  world.clock.now += 1_000;
  expect(await invoke([second[1]!])).toEqual([]);
  expect(await running).toEqual([]);
  expect(reported()).toEqual(domains);
  expect(domains.map(pathsOf)).toEqual([PATHS, PATHS]);
});

test('a crawl leaves an invocation with little memory, and another process continues it', async () => {
  const domains = SITES.slice(0, 2);
  const tasks = await begin(...domains);
  let hasLittleMemory = false;
  for (const domain of domains) {
    world.answers[`${domain}/one`] = (_, response) => {
      hasLittleMemory = true;
      response.setHeader('content-type', 'text/html').end(html('One', '/'));
    };
  }
  const process = newProcess(() => hasLittleMemory);
  expect(await invoke(tasks.values(), 1, process)).toEqual([]);
  const [left, ...others] = world.messages.splice(0);
  expect([left, others]).toEqual([{ task: { ...tasks.get(left!.task.domain), slices: 1 }, delayMs: 0 }, []]);
  expect(process.services.memory.recall(left!.task.id)).toBeNull();
  // The other one has stayed.
  expect(reported()).toEqual(domains.filter((domain) => domain !== left!.task.domain));
  expect(await invoke([left!.task])).toEqual([]);
  expect(reported()).toEqual(domains);
  expect(domains.map(pathsOf)).toEqual([PATHS, PATHS]);
});

test('a message of a slice that has ended joins no invocation', async () => {
  const [domain] = SITES as [string];
  const task = (await begin(domain)).get(domain)!;
  const { inProgress } = await world.read(domain);
  await world.services.crawls.touch(inProgress!, { found: 1, fetched: 1, slices: 1 }, 0);
  await world.services.invocations.register({ id: '0', used: 1, until: world.clock.now + SLICE_MS });
  expect(await invoke([task])).toEqual([]);
  expect([world.messages, world.requests]).toEqual([[], []]);
});
