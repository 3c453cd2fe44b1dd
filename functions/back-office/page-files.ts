import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface PageFile {
  type: string;
  text: string;
}

/** Files of the page by their path below it. */
export type PageFiles = Map<string, PageFile>;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Reads the built page. Only what is found there is ever served, whatever path is asked for. All of it is text: API
 * Gateway passes bytes on to those callers alone who ask for their type first.
 */
export function readPageFiles(dir: string): PageFiles {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const files = paths.flatMap((path) => {
    const type = TYPES[extname(path)];
    return type ? [[path, { type, text: readFileSync(join(dir, path), 'utf8') }] as const] : [];
  });
  return new Map(files);
}
