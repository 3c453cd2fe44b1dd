import type { CountedCalls } from './counts.ts';

/** A crawl whose visits are to be stored, or are made. */
export interface SeedOrder {
  domain: string;
  pages: number;
  /** Links a page, about. */
  links: number;
  /** A later state of the site, in which some pages differ. */
  isChanged: boolean;
}

/** A site that the world serves from now on. */
export interface ServeOrder extends SeedOrder {
  serve: true;
}

/** Ports of the world. */
export interface WorldPorts {
  /** Of the database, and of the site. */
  port: number;
  sitePort: number;
}

/** The crawl of which all visits are stored, and nothing else. */
export interface Seeded {
  id: string;
  /** Number of visits. */
  visits: number;
  seconds: number;
}

export type What = { restore: string } | { end: string } | { answer: AnswerName; query: string };
export type AnswerName = 'site' | 'pages' | 'issues' | 'links' | 'search' | 'compare';

/** What a process has to measure. */
export interface MeasureOrder {
  domain: string;
  /** Port of the world. */
  port: number;
  what: What;
}

export interface Measured extends CountedCalls {
  /** Of all threads. */
  cpuMs: number;
  /** Memory of the process (RSS): the highest, and that before. */
  peakMb: number;
  beforeMb: number;
  /** Highest size of live objects after a full garbage collection; 0: there was none. */
  heapMb: number;
  /** The answer. */
  body?: string;
  status?: number;
}
