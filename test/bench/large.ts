import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { functions } from '../../infra/functions.ts';
import { limitsOf } from './crawl/processes.ts';
import { callsBetween, type CountedCalls, readCounts } from './large/counts.ts';
import { LargeSite } from './large/large-site.ts';
import type { Measured, MeasureOrder, Seeded, SeedOrder, What, WorldPorts } from './large/orders.ts';
import { crawlPaced, type PacedCrawl } from './large/paced.ts';
import { billedMs, prices } from './price/cost.ts';
import type { Row } from './table.ts';

/**
 * Sizes of the sites: `pages x links a page`. Others can be given as `BENCH_LARGE=5000x20,50000x20`, and with the rate of a
 * crawl that is really made: `50000x150@10`.
 */
const SIZES = '5000x20,5000x150,20000x20,20000x150';
/** The functions that are measured. */
const FUNCTIONS = {
  crawler: 'site-crawler',
  end: 'site-reporter',
  site: 'seo-site',
  pages: 'seo-site-pages',
  issues: 'seo-site-issues',
  search: 'back-office',
  links: 'seo-site-links',
  compare: 'seo-site-compare',
} as const;
type FunctionName = keyof typeof FUNCTIONS;
const memoryOf = (name: FunctionName) => functions[FUNCTIONS[name]].memoryMb;
/**
 * Memory of a deployed function before its first call, about. The processes here have more: they load the code of all
 * functions, and with it the compiler of TypeScript.
 */
const BUNDLE_MB = 80;
/** Share of its memory that a function may use at most. */
const MAX_MEMORY = 0.7;
/** Time of an answer at most, in seconds. */
const MAX_ANSWER_S = 2;
/** Cost per page of a site of 20,000 pages, divided by that of 5,000. */
const MAX_GROWTH = 1.2;

interface Step {
  size: string;
  pages: number;
  links: number;
  name: string;
  /** Name of the function. */
  of: FunctionName;
  /** `null`: the process ended, for want of memory. */
  measured: Measured | null;
}

/**
 * Measures what a large crawl takes besides its requests: the restore in a new instance, its end, the answers and a
 * comparison. The visits of generated sites are stored directly. Each measurement is a process of its own.
 */
export async function benchLarge(): Promise<{ rows: Row[]; values: string }> {
  const sizes = (process.env.BENCH_LARGE ?? SIZES).split(',');
  const steps: Step[] = [];
  for (const size of sizes) {
    for await (const step of measureSize(size)) {
      steps.push(step);
      console.log(lineOf(step));
    }
  }
  return { rows: [...growthRows(steps), ...answerRows(steps), ...memoryRows(steps)], values: stepsTable(steps) };
}

/** Measures the steps of sites of one size, in the order of time. */
async function* measureSize(size: string): AsyncGenerator<Step> {
  const [pages, links, rate] = size.split(/[x@]/).map(Number) as [number, number, number?];
  const domain = `large-${size.replace('@', '-')}.test`;
  const some = { domain, pages, links, isChanged: false };
  const world = fork(join(import.meta.dirname, 'large/world.ts'), { execArgv: ['--max-old-space-size=12000'] });
  try {
    const [ports] = (await once(world, 'message')) as [WorldPorts];
    const { port } = ports;
    const step = async (name: string, of: FunctionName, what: What): Promise<Step> => ({
      ...{ size, pages, links, name, of },
      measured: await measure({ domain, port, what }, memoryOf(of)),
    });
    let first: { id: string };
    if (rate === undefined) {
      first = await seed(world, some);
      yield await step('restore', 'crawler', { restore: first.id });
    } else {
      const before = await readCounts(port);
      const crawl = await crawlPaced(world, ports, { ...some, rate, memoryMb: memoryOf('crawler') });
      const measured = sumOf(crawl, callsBetween(before, await readCounts(port)));
      yield { ...{ size, pages, links, name: 'crawl', of: 'crawler' }, measured };
      first = crawl;
    }
    yield await step('end, first crawl', 'end', { end: first.id });
    const second = await seed(world, { ...some, isChanged: true });
    yield await step('end, with a crawl before', 'end', { end: second.id });
    const reversed = `&crawl=${first.id}&base=${second.id}`;
    const answers = [...answersOf(some), ['/site/compare of another pair', 'compare', reversed]] as const;
    for (const [name, answer, query] of answers) yield await step(name, answer, { answer, query });
  } finally {
    world.kill();
  }
}

function sumOf({ invocations, beforeMb, seconds }: PacedCrawl, calls: CountedCalls): Measured {
  console.log(`${invocations.length} invocations in ${seconds.toFixed(0)} s on the clock of the crawler`);
  return {
    ...{ ...calls, heapMb: 0, beforeMb },
    cpuMs: invocations.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    peakMb: Math.max(...invocations.map(({ peakMb }) => peakMb)),
  };
}

/** Returns names, endpoints and queries of the answers. */
function answersOf(some: SeedOrder): [string, Exclude<FunctionName, 'crawler' | 'end'>, string][] {
  const { home, sitemap: listed } = new LargeSite(some);
  const url = encodeURIComponent(new URL(listed.at(-1)!, home).href);
  return [
    ['/site', 'site', ''],
    ['/site/pages', 'pages', ''],
    ['/site/pages, all parts', 'pages', '&limit=1000&all=1'],
    ['/site/pages?status=4xx', 'pages', '&status=4xx'],
    ['/site/pages?sort=', 'pages', '&sort=inlinks'],
    ['/site/issues', 'issues', ''],
    ['/site/issues?url=', 'issues', `&url=${url}`],
    ['issues?search= of the workspace', 'search', '&search=nowhere-to-be-found'],
    ['/site/links', 'links', ''],
    ['/site/links?from=', 'links', `&from=${url}`],
    ['/site/links?to= the home page', 'links', `&to=${encodeURIComponent(home)}`],
    ['/site/links?to= a product', 'links', `&to=${url}`],
    ['/site/links?status=404', 'links', '&status=404'],
    ['/site/compare', 'compare', ''],
    ['/site/compare?format=sarif', 'compare', '&format=sarif'],
  ];
}

async function seed(world: ChildProcess, order: SeedOrder): Promise<Seeded> {
  world.send(order);
  const [seeded] = (await once(world, 'message')) as [Seeded];
  console.log(`${order.domain}: ${seeded.visits} visits stored in ${seeded.seconds.toFixed(0)} s`);
  if (seeded.visits !== order.pages) throw new Error(`Of ${order.pages} pages, ${seeded.visits} were visited`);
  return seeded;
}

async function measure(order: MeasureOrder, memoryMb: number): Promise<Measured | null> {
  const child = fork(join(import.meta.dirname, 'large/measured.ts'), [JSON.stringify(order)], {
    execArgv: limitsOf(memoryMb),
  });
  const ended = once(child, 'exit').then(([code]) => {
    // V8 aborts the process if it has no memory left.
    if (code !== null) throw new Error(`${JSON.stringify(order.what)}: the process ended with ${code}`);
    return [null];
  });
  const [measured] = (await Promise.race([once(child, 'message'), ended])) as [Measured | null];
  ended.catch(() => {});
  if (measured?.status !== undefined && measured.status !== 200)
    throw new Error(`${JSON.stringify(order.what)}: ${measured.status} ${measured.body}`);
  return measured;
}

/** Estimated duration: CPU on the function's share of a core, and the latency of all calls, as if one after the other. */
const secondsOf = ({ of }: Step, { cpuMs, calls }: Measured) =>
  (billedMs(memoryOf(of), cpuMs) + calls * prices.assumptions.dynamoLatencyMs) / 1_000;

const HEADER = [
  'pages × links',
  'what',
  'calls',
  'read units',
  'write units',
  'deletes',
  'CPU',
  'time',
  'peak',
  'added',
  'live',
];

/** Returns all values: peak of the process (RSS), what was added to the memory before, and live objects. */
function stepsTable(steps: readonly Step[]): string {
  return [`| ${HEADER.join(' | ')} |`, `|${'---|'.repeat(HEADER.length)}`, ...steps.map(lineOf)].join('\n');
}

function lineOf(step: Step): string {
  const { size, name, measured } = step;
  const start = `| ${size.replace('x', ' × ')} | ${name} |`;
  if (!measured) return `${start} out of memory |`;
  const { calls, readUnits, writeUnits, deletes, cpuMs, peakMb, beforeMb, heapMb } = measured;
  const counted = [calls, readUnits, writeUnits, deletes].map((value) => value.toFixed(0));
  const times = [cpuMs / 1_000, secondsOf(step, measured)].map((seconds) => `${seconds.toFixed(2)} s`);
  const memory = [peakMb, peakMb - beforeMb, heapMb].map((value) => `${value.toFixed(0)} MB`);
  return `${start} ${[...counted, ...times, ...memory].join(' | ')} |`;
}

const addedMb = (measured: Measured | null) => (measured ? measured.peakMb - measured.beforeMb : Infinity);

/** Compares each size with the smallest one of as many links: cost per page. */
function growthRows(steps: readonly Step[]): Row[] {
  const costs = {
    CPU: ({ cpuMs }: Measured) => cpuMs,
    'read units': ({ readUnits }: Measured) => readUnits,
    'write units': ({ writeUnits }: Measured) => writeUnits,
  };
  const ends = steps.filter(({ name, measured }) => name.startsWith('end') && measured);
  return ends.flatMap((step): Row[] => {
    const least = ends.find(({ name, links }) => name === step.name && links === step.links)!;
    if (least === step) return [];
    return Object.entries(costs).map(([cost, of]) => ({
      what: `${step.size}, ${step.name}: ${cost} per page / that of ${least.size}`,
      samples: [of(step.measured!) / step.pages / (of(least.measured!) / least.pages)],
      unit: 'ratio',
      goal: MAX_GROWTH,
    }));
  });
}

/** Returns a row for each size: the slowest answer. */
function answerRows(steps: readonly Step[]): Row[] {
  const answers = steps.filter(({ name, of }) => of !== 'crawler' && of !== 'end' && !name.includes('all parts'));
  return largestOfEachSize(answers, (step) => (step.measured ? secondsOf(step, step.measured) : Infinity)).map(
    ([{ size, name }, seconds]) => ({
      what: `${size}, slowest answer (${name}): time / the goal of ${MAX_ANSWER_S} s`,
      samples: [seconds / MAX_ANSWER_S],
      unit: 'ratio',
      goal: 1,
    }),
  );
}

/** Returns a row for each size: the largest share that a function takes of its memory. */
function memoryRows(steps: readonly Step[]): Row[] {
  const shareOf = ({ of, measured }: Step) => (BUNDLE_MB + addedMb(measured)) / memoryOf(of);
  return largestOfEachSize(steps, shareOf).map(([{ size, of }, share]) => ({
    what: `${size}, largest peak (${FUNCTIONS[of]}): memory / the function's memory`,
    samples: [share],
    unit: 'ratio',
    goal: MAX_MEMORY,
  }));
}

function largestOfEachSize(steps: readonly Step[], valueOf: (step: Step) => number): [Step, number][] {
  const sizes = Map.groupBy(steps, ({ size }) => size);
  return Array.from(sizes.values(), (same) => {
    const largest = same.reduce((most, step) => (valueOf(step) > valueOf(most) ? step : most));
    return [largest, valueOf(largest)];
  });
}
