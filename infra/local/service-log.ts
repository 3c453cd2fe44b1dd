import { createWriteStream, renameSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The log of the service and its functions. */
export interface ServiceLog {
  write: (line: string) => void;
  /** Writes each line of an output of a function's instance. */
  follow: (output: Readable) => void;
  close(): void;
}

interface Options {
  dataDir: string;
  /** Prints every line, in addition. */
  verbose: boolean;
  print: (line: string) => void;
}

/** Size at which another file is begun; the one before is kept. */
const MOST_BYTES = 20_000_000;

/** Name of the file in the data folder. */
export const LOG_FILE = 'service.log';

/** Errors, and what is no line of the service: warnings and stacks of Node. */
const isImportant = (line: string) => !line.startsWith('{') || line.includes('"level":"ERROR"');

/**
 * Creates the log: a file in the data folder, new with each start. Errors are printed too, so that what the runner prints
 * stays readable. A file that cannot be written, such as on a full disk, is given up: the service continues.
 */
export function createServiceLog({ dataDir, verbose, print }: Options): ServiceLog {
  const file = join(dataDir, LOG_FILE);
  let stream = begin();
  let bytes = 0;

  function begin(): WriteStream {
    return createWriteStream(file).on('error', () => {});
  }
  function write(line: string) {
    if (verbose || isImportant(line)) print(line);
    bytes += line.length + 1;
    stream.write(`${line}\n`);
    if (bytes < MOST_BYTES) return;
    stream.end();
    renameSync(file, `${file}.1`);
    [stream, bytes] = [begin(), 0];
  }
  return {
    write,
    follow: (output) => void createInterface({ input: output }).on('line', write),
    close: () => void stream.end(),
  };
}
