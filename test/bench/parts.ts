import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from '../support/parts.ts';
import { isReached, type Row, tableOf } from './table.ts';

/** Where a part writes its rows. */
export const ROWS_FILE = 'rows.json';

interface Measurement {
  /** Its name on the command line. */
  name: string;
  title: string;
  /** What a reader has to know of how it was measured. */
  about: string;
  /** Loads what it needs only when it runs. */
  measure: () => Promise<Row[]>;
}

/** All that is measured, in the order of the report. */
export const measurements: Measurement[] = [
  {
    name: 'start',
    title: 'Start and warm calls',
    about:
      'A process is started, loads a bundle and answers one cached query, over TLS from a database in another process. "bare" is a handler with the SDK\'s `GetItem` and nothing else, "usual" one that loads SDK, middy, zod, got and cheerio up front; both are one-file ESM bundles. `seo-query` and the authorizer are the bundles that are deployed. `seo-query` also notes that the domain was asked for, which the others do not. Warm calls are made in one process.',
    measure: async () => (await import('./start.ts')).benchStart(),
  },
  {
    name: 'page',
    title: 'Page analysis',
    about:
      "Real pages, each analysed as the crawler does: parsing, facts and all audits in one pass. Processor time on all threads, after twelve rounds in which the engine compiles. The floor is htmlparser2's `Parser` with callbacks that do nothing; beside it, without a goal, stands the class `Tokenizer` that it is built on, which only tells where names, values and texts begin and end.",
    measure: async () => (await import('./page.ts')).benchPage(),
  },
  {
    name: 'memory',
    title: 'Memory of page analysis',
    about: 'Each page in a process of its own.',
    measure: async () => (await import('./page-memory.ts')).benchPageMemory(),
  },
  {
    name: 'refresh',
    title: 'Refresh with slow sources',
    about: 'All providers answer after the same time; the crawl alone is taken off.',
    measure: async () => (await import('./refresh.ts')).benchRefresh(),
  },
  {
    name: 'history',
    title: 'Reading history',
    about: 'Read units as the embedded database counts them, by the rules of DynamoDB.',
    measure: async () => (await import('./history.ts')).benchHistory(),
  },
  {
    name: 'keywords',
    title: 'Keyword search',
    about:
      'Read units of one search. It reads about 1,000 postings at most, or 5,000 where none fits; in the order of search volume, all.',
    measure: async () => (await import('./keywords.ts')).benchKeywords(),
  },
  {
    name: 'scheduler',
    title: 'Scheduler',
    about: 'One run of the scheduler over 50,000 followed domains, ever more of them due.',
    measure: async () => (await import('./scheduler.ts')).benchScheduler(),
  },
  {
    name: 'worker',
    title: 'Worker',
    about: 'Snapshots with a real crawl; the site and the database are in another process and answer at once.',
    measure: async () => (await import('./worker.ts')).benchWorker(),
  },
  {
    name: 'stampede',
    title: 'Stampede',
    about: 'A site that takes 300 ms.',
    measure: async () => (await import('./stampede.ts')).benchStampede(),
  },
  {
    name: 'runner',
    title: 'The runner on a laptop',
    about:
      'The runner counts quotas, runs the authorizer and writes logs; the bare server is fastify with one `GetItem` a request and dynalite in the same process.',
    measure: async () => (await import('./runner.ts')).benchRunner(),
  },
  {
    name: 'price',
    title: 'Dollars per million cached queries',
    about:
      "CPU and sizes are measured here; prices and what cannot be measured here (the database's latency, the share of cold starts and of traced requests, the platform's own log lines) are in `test/bench/price/prices.json`, which is dated.",
    measure: async () => (await import('./price.ts')).benchPrice(),
  },
  {
    name: 'batches',
    title: 'Batches',
    about:
      'Dollars as in the part before; ten scalars of each record, with which the answer tells of the five sources that they come from. That a single call also notes that its domain was asked for, one write a domain and day, is left out. Writes of state are those of the table `Batches`, of the list of open batches and of the idempotency key, to the end of the batch. New domains on AWS are arithmetic: what one worker takes here with a database that is as slow as assumed, on the share of a core that its memory gives; the sources that keep a pace are waited for by one worker. On the runner, its workers, the database and the site share one machine. Single queries are measured in turns with a batch and without one.',
    measure: async () => (await import('./batches.ts')).benchBatches(),
  },
  {
    name: 'crawl',
    title: 'Crawls of sites',
    about:
      "Each crawler is in a process of its own, of which processor time on all threads is counted, after crawls that warm it up; site and database are in another process and answer at once. The site that others wrote is documentation in an npm package; crawlee's CheerioCrawler, with one request at a time, collects title, description, canonical, robots, h1, links, hreflang, number of words and a hash of the text. Our crawl beside that audits each page, and reports issues and ranks; crawlee keeps in memory what our crawl stores, so that it is measured both ways; the goal is for the same way. At one request a second, the database is as slow as assumed, units are those that it counts from the beginning of the crawl to its end, and dollars are arithmetic by the prices of the part above.",
    measure: async () => (await import('./crawl.ts')).benchCrawl(),
  },
  {
    name: 'portfolio',
    title: 'The list of domains in a browser',
    about:
      'Time for which the main thread of a real browser has tasks, from a click until nothing follows from it: scripts, style, layout and painting. 5,000 domains come in two answers; the first paint is that after the first of them. The files of the view are loaded before.',
    measure: async () => (await import('./portfolio.ts')).benchPortfolio(),
  },
];

/** The parts of `npm run bench`. One whose goal is missed fails, and has its section nevertheless. */
export const benchParts = measurements.map(({ name, title, about }): Part => ({
  name,
  command: ['test/bench/measure-part.ts', name],
  report: 'docs/performance.md',
  heading: `## ${title}`,
  readOutput: (folder) => {
    const rows = JSON.parse(readFileSync(join(folder, ROWS_FILE), 'utf8')) as Row[];
    const missed = rows.filter((row) => isReached(row) === false);
    return { text: `${about}\n\n${tableOf(rows)}`, failures: missed.map(({ what }) => `goal missed: ${what}`) };
  },
}));
