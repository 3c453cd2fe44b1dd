import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeSecretFile } from '../data-file.ts';

export interface Message {
  /** Name of its file. A copy has the id of its original, and a different key. */
  key: string;
  id: string;
  /** Id of the queue that it was sent to, for dead letters. */
  origin?: string;
  body: string;
  /** The attribute `AWSTraceHeader`. */
  traceHeader?: string | undefined;
  /** Milliseconds since the epoch, as all times here. */
  sentAt: number;
  visibleAt: number;
  receives: number;
  /** The second delivery of a message that is delivered twice. */
  isCopy: boolean;
}

/** The messages of a queue on the disk, a file each, so that no accepted message is lost. */
export interface MessageFiles {
  /** Oldest first. */
  readAll(): Message[];
  write(message: Message): void;
  remove(message: Message): void;
  /** Moves a message to another queue, atomically. */
  moveTo(dir: string, message: Message): void;
}

/** @param dir of the queue; created when missing */
export function openMessageFiles(dir: string): MessageFiles {
  mkdirSync(dir, { recursive: true });
  const fileOf = ({ key }: Message, folder = dir) => join(folder, `${key}.json`);
  return {
    readAll: () =>
      readdirSync(dir)
        // An incomplete file of a killed runner is not a message that was accepted.
        .filter((name) => name.endsWith('.json'))
        .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as Message)
        .toSorted((one, other) => one.sentAt - other.sentAt),
    write: (message) => writeSecretFile(fileOf(message), JSON.stringify(message)),
    remove: (message) => rmSync(fileOf(message), { force: true }),
    moveTo: (target, message) => renameSync(fileOf(message), fileOf(message, target)),
  };
}
