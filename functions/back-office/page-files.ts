import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface PageFile {
  type: string;
  text: string;
}

/** Files of the page by their relative path. */
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
 * Reads the built page, outside of which no file can be served. All files are text: API Gateway only passes binary data
 * on to callers whose `Accept` header begins with its type.
 */
export function readPageFiles(dir: string): PageFiles {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const files = paths.flatMap((path) => {
    const type = TYPES[extname(path)];
    return type ? [[path, { type, text: readFileSync(join(dir, path), 'utf8') }] as const] : [];
  });
  return new Map(files);
}
