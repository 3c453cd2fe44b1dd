import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeSecretFile } from '../data-file.ts';

export interface Message {
  /** Name of its file. A copy has another one than its original, and the same id. */
  key: string;
  id: string;
  body: string;
  /** Milliseconds since the epoch, as all times here. */
  sentAt: number;
  visibleAt: number;
  receives: number;
  /** The second delivery of a message that is delivered twice. */
  isCopy: boolean;
}

/** The messages of a queue on the disk, a file each, so that none is lost that the queue has accepted. */
export interface MessageFiles {
  /** Oldest first. */
  readAll(): Message[];
  write(message: Message): void;
  remove(message: Message): void;
  /** Hands a message over to another queue, so that it is in one of both at any time. */
  moveTo(dir: string, message: Message): void;
}

/** @param dir of the queue; made where it is not there */
export function openMessageFiles(dir: string): MessageFiles {
  mkdirSync(dir, { recursive: true });
  const fileOf = ({ key }: Message, folder = dir) => join(folder, `${key}.json`);
  return {
    readAll: () =>
      readdirSync(dir)
        // What a killed runner had not written to its end was not accepted.
        .filter((name) => name.endsWith('.json'))
        .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as Message)
        .toSorted((one, other) => one.sentAt - other.sentAt),
    write: (message) => writeSecretFile(fileOf(message), JSON.stringify(message)),
    remove: (message) => rmSync(fileOf(message), { force: true }),
    moveTo: (target, message) => renameSync(fileOf(message), fileOf(message, target)),
  };
}
