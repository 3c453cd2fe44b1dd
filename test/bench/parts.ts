import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from '../support/parts.ts';
import { isReached, type Row, tableOf } from './table.ts';

/** File to which a part writes its rows. */
export const ROWS_FILE = 'rows.json';

interface Measurement {
  /** Its name on the command line. */
  name: string;
  title: string;
  /** How it was measured, for readers of the report. */
  about: string;
  /** Runs only if it is named. */
  isOnRequest?: boolean;
  /** Loads its dependencies when it runs. Its table of values, if it has one, is above that of its goals. */
  measure: () => Promise<Row[] | Measured>;
}

export interface Measured {
  rows: Row[];
  /** A table of its own, as Markdown. */
  values: string;
}

/** All measurements, in the order of the report. */
export const measurements: Measurement[] = [
  {
    name: 'start',
    title: 'Start and warm calls',
    about:
      'A process starts, loads a bundle and answers one cached query, with data over TLS from a database in another process. "bare" is a handler with only the SDK\'s `GetItem`, in a single-file ESM bundle. `seo-query` and the authorizer are the deployed bundles. `seo-query` also records the day of the query, which the others do not. `seo-batches` creates a batch of a cached domain: it reads its body by schemas, which cached answers to other requests do not load. Of what `mcp` takes beyond its protocol library, about two thirds is what `seo-query` does. Warm calls are made in one process.',
    measure: async () => (await import('./start.ts')).benchStart(),
  },
  {
    name: 'page',
    title: 'Page analysis',
    about:
      "Real pages, each analysed as by the crawler: parsing, facts and all audits in one pass. The values are processor time on all threads, after twelve warm-up rounds. The baseline is htmlparser2's `Parser` with empty callbacks; for comparison, without a goal, the table also lists the class `Tokenizer` on which it is built, which only reports where names, values and texts start and end. Since the goal was set, the analysis has been extended by checks of texts, structured data and statements about AI; the baseline has not.",
    measure: async () => (await import('./page.ts')).benchPage(),
  },
  {
    name: 'memory',
    title: 'Memory of page analysis',
    about: 'Each page is analysed in a separate process.',
    measure: async () => (await import('./page-memory.ts')).benchPageMemory(),
  },
  {
    name: 'refresh',
    title: 'Refresh with slow sources',
    about: 'All providers respond after the same delay; the time of the crawl alone is subtracted.',
    measure: async () => (await import('./refresh.ts')).benchRefresh(),
  },
  {
    name: 'history',
    title: 'Reading history',
    about: "Read units as counted by the embedded database, by DynamoDB's rules.",
    measure: async () => (await import('./history.ts')).benchHistory(),
  },
  {
    name: 'keywords',
    title: 'Keyword search',
    about:
      'Read units of one search, which reads at most about 1,000 postings, in any order and also if none match. A quarter of the keywords have metrics of the United States.',
    measure: async () => (await import('./keywords.ts')).benchKeywords(),
  },
  {
    name: 'scheduler',
    title: 'Scheduler',
    about: 'One run of the scheduler over 50,000 followed domains, with an increasing number of due ones.',
    measure: async () => (await import('./scheduler.ts')).benchScheduler(),
  },
  {
    name: 'watches',
    title: 'Watches',
    about:
      'The evaluation of the watches of 10,000 domains in one night, computed from 1,000 domains of 20 owners, each with 100 snapshots and six conditions. One domain in ten has changed. The snapshots themselves, and the requests to receivers, are not included. Prices are those of the section below.',
    measure: async () => (await import('./watches.ts')).benchWatches(),
  },
  {
    name: 'worker',
    title: 'Worker',
    about: 'Snapshots with a real fetch; the site and the database are in another process and respond immediately.',
    measure: async () => (await import('./worker.ts')).benchWorker(),
  },
  {
    name: 'stampede',
    title: 'Stampede',
    about: '100 concurrent first queries of five keys for one domain, whose site responds after 300 ms.',
    measure: async () => (await import('./stampede.ts')).benchStampede(),
  },
  {
    name: 'flood',
    title: 'Hits during a flood of misses',
    about:
      'One key sends queries of new domains, whose sites respond after two seconds, over 20 connections, of which two fetches may be in progress, a third of what the runner executes at once for a function; other keys send cached queries one after the other. All share the two cores of one machine, so that the ratio also contains the work of the fetches and of the refusals.',
    measure: async () => (await import('./flood.ts')).benchFlood(),
  },
  {
    name: 'runner',
    title: 'The runner on a laptop',
    about:
      'The runner counts quotas, runs the authorizer and writes logs; the bare server is fastify with one `GetItem` per request and dynalite in the same process.',
    measure: async () => (await import('./runner.ts')).benchRunner(),
  },
  {
    name: 'price',
    title: 'Dollars per million cached queries',
    about:
      "Processor time and sizes are measured here. Prices, and values that cannot be measured here (the database's latency, the share of cold starts and of traced requests, the platform's own log lines), are in `test/bench/price/prices.json`, with their date.",
    measure: async () => (await import('./price.ts')).benchPrice(),
  },
  {
    name: 'batches',
    title: 'Batches',
    about:
      'Prices are those of the previous section. The responses contain ten scalar members of each record, and the status of the five sources from which they come. The write with which a single call records the day of the query (one per domain and day) is not included. State writes are those to the table `Batches`, to the list of open batches and of the idempotency key, until the end of the batch. The values for new domains on AWS are calculated from the time that one worker takes here with the assumed latency of the database, on the share of a core that corresponds to its memory; the sources are those without keys, and of the rate-limited ones the slowest, whose slots one worker waits for in the function of the second stage. On the runner, its workers, the database and the site share one machine. Single queries are measured alternately with and without a batch.',
    measure: async () => (await import('./batches.ts')).benchBatches(),
  },
  {
    name: 'crawl',
    title: 'Crawls of sites',
    about:
      'The crawler runs in a separate process, whose processor time on all threads is measured after warm-up crawls; the site and the database are in another process and respond immediately. The third-party site is documentation in an npm package. The crawl audits each page, and reports issues and ranks. Sites of 200 links a page show what links and evidence take: of the database, all units are counted, and the memory is that of the process (RSS). At one request per second, the database has the assumed latency, units are counted from the start of the crawl to its end, and the costs are calculated with the prices above. The same holds for the site with external targets and images, whose 30 pages are crawled three times, scaled to a thousand: each external target and image occurs on one page, ten hosts have all external targets, and the images are on the site itself, so that they are requested one per second. The time of the function is counted: one second for each request, of which those to different external hosts are concurrent. One, ten and a hundred crawls at once of 120 pages each are crawled by processes that an emulated queue invokes, with the deployed limits, one message for each invocation unless messages have waited: their invocations, time, units and requests to SQS are counted, with those of the reports. The clocks of the hundred are three times slower than that of the machine, so that it has a processor for all. Ten crawls of 5,000 pages, of sites whose sitemaps list 20,000, continue in one process after 4,900 stored visits each; its memory (RSS) contains the compiler of TypeScript. Beside a hostile site, nine sites of 60 pages at one request per second are crawled by one invocation, on a processor that is faster than the share of a core that the function has.',
    measure: async () => (await import('./crawl.ts')).benchCrawl(),
  },
  {
    name: 'large',
    title: 'Large crawls',
    about:
      "What a crawl takes besides its requests. The visits of generated sites, which have redirects, broken links, copies and a sitemap, are stored directly; then each step runs in a process of its own, with the limits of V8 that Lambda sets, and the database in another process. The end includes the restore before it, but not its CPU, calls and units. The time is an estimate: CPU on the function's share of a core, and the assumed latency of the database for each call. Added is the peak memory (RSS) above that before the work; the goals count 80 MB for a deployed function before its first call. Live is what remained after a full garbage collection, at its highest; 0: there was none. Runs only if it is named; `BENCH_LARGE=5000x20,50000x20` selects other sizes, and `50000x150@10` one whose first crawl is made at ten requests per second, on clocks that are three times faster, with a process that is terminated at 80 % of the pages.",
    isOnRequest: true,
    measure: async () => (await import('./large.ts')).benchLarge(),
  },
  {
    name: 'portfolio',
    title: 'The list of domains in a browser',
    about:
      'Time for which the main thread of a real browser is busy with scripts, style, layout and painting, from a click until its effects are complete. 5,000 domains are loaded in two responses; the first paint is measured after the first of them. The files of the view are loaded beforehand.',
    measure: async () => (await import('./portfolio.ts')).benchPortfolio(),
  },
];

/** Returns what a measurement measured as Markdown. */
export const textOf = ({ rows, values }: Measured) => [values, tableOf(rows)].filter(Boolean).join('\n\n');

/** The parts of `npm run bench`. One that misses a goal fails, but its section is written. */
export const benchParts = measurements.map(({ name, title, about, isOnRequest = false }): Part => ({
  name,
  isOnRequest,
  command: ['test/bench/measure-part.ts', name],
  report: 'docs/performance.md',
  heading: `## ${title}`,
  readOutput: (folder) => {
    const measured = JSON.parse(readFileSync(join(folder, ROWS_FILE), 'utf8')) as Measured;
    const missed = measured.rows.filter((row) => isReached(row) === false);
    return { text: `${about}\n\n${textOf(measured)}`, failures: missed.map(({ what }) => `goal missed: ${what}`) };
  },
}));
