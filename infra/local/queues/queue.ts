import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import type { QueueModel } from '../template/service-model.ts';
import { writeSecretFile } from '../data-files.ts';

export interface QueueOptions {
  /** Folder of the messages of all queues. */
  dir: string;
  /** Replaces the template's visibility timeouts. */
  visibilityTimeoutMs?: number | undefined;
  /** Share of messages, 0 to 1, that are delivered twice, and of those that are delivered out of order. */
  irregularShare: number;
  /** From 0 to 1, excluding 1. */
  random?: () => number;
}

/** Maximum time between the first and the second delivery of the same message. */
const COPY_WITHIN_MS = 3_000;

/**
 * A standard queue.
 *
 * "Immediately after a message is received, it remains in the queue. To prevent other consumers from processing the
 * message again, Amazon SQS sets a visibility timeout" (SQS Developer Guide, Visibility timeout). "When the ReceiveCount
 * for a message exceeds the maxReceiveCount for a queue, Amazon SQS moves the message to the dead-letter queue" (Dead-letter
 * queues). "On rare occasions, one of the servers that stores a copy of a message might be unavailable when you receive
 * or delete a message. If this occurs, the copy of the message isn't deleted on the server that is unavailable, and you
 * might get that message copy again when you receive messages" (At-least-once delivery). "A standard queue makes a best
 * effort to preserve the order of messages, but more than one copy of a message might be delivered out of order" (Standard
 * queues).
 *
 * A message that was received when the runner stopped is visible immediately after the next start, since its receiver
 * ended with the runner. AWS has no such stop.
 */
export class LocalQueue {
  readonly model: QueueModel;
  /** Called whenever there may be a message to receive. */
  onMessage = () => {};
  /** Receives messages that exceed the limit of receives. */
  deadLetters: LocalQueue | null = null;
  private readonly options: QueueOptions;
  private readonly random: () => number;
  private readonly dir: string;
  private readonly files: ReturnType<typeof createMessageFiles>;
  private readonly visible: Message[] = [];
  /** Delayed and received messages, until they are visible. */
  private readonly hidden = new Map<Message, NodeJS.Timeout>();

  constructor(model: QueueModel, options: QueueOptions) {
    this.model = model;
    this.options = options;
    this.random = options.random ?? Math.random;
    this.dir = join(options.dir, model.id);
    this.files = createMessageFiles(this.dir);
    for (const message of this.files.readAll()) {
      if (message.receives > 0) message.visibleAt = 0;
      this.enqueue(message);
    }
  }

  /** @returns the message's id, after the message was written to the disk */
  send(body: string, delayMs = 0, traceHeader?: string): string {
    const id = randomUUID();
    const now = Date.now();
    this.store({
      key: id,
      id,
      origin: this.model.id,
      body,
      traceHeader,
      sentAt: now,
      visibleAt: now + delayMs,
      receives: 0,
      isCopy: false,
    });
    return id;
  }

  /** Receives visible messages, which are hidden until their visibility timeout is over. */
  receive(limit: number): Message[] {
    const batch: Message[] = [];
    while (batch.length < limit && this.visible.length > 0) {
      const message = this.removeVisible();
      if (this.markReceived(message)) batch.push(message);
    }
    return batch;
  }

  /** @returns whether the message can be processed; false if it was moved to the dead-letter queue */
  private markReceived(message: Message): boolean {
    if (message.receives >= this.model.maxReceives) {
      this.moveToDeadLetters(message);
      return false;
    }
    if (!message.isCopy && this.isIrregular()) this.storeCopy(message);
    message.receives += 1;
    const timeoutMs = this.options.visibilityTimeoutMs ?? this.model.visibilityTimeoutMs;
    message.visibleAt = Date.now() + timeoutMs;
    this.files.write(message);
    // The time that the write took is no part of the timeout.
    this.enqueue(message, timeoutMs);
    return true;
  }

  /** Deletes a message that was processed. */
  delete(message: Message) {
    clearTimeout(this.hidden.get(message));
    // It is visible again when processing took longer than the visibility timeout.
    if (!this.hidden.delete(message) && this.visible.includes(message)) {
      this.visible.splice(this.visible.indexOf(message), 1);
    }
    this.files.remove(message);
  }

  counts() {
    const hidden = [...this.hidden.keys()];
    const delayed = hidden.filter(({ receives }) => receives === 0).length;
    return { visible: this.visible.length, inFlight: hidden.length - delayed, delayed };
  }

  close() {
    for (const timer of this.hidden.values()) clearTimeout(timer);
    this.onMessage = () => {};
  }

  private isIrregular(): boolean {
    return this.random() < this.options.irregularShare;
  }

  private removeVisible(): Message {
    const index = this.isIrregular() ? Math.floor(this.random() * this.visible.length) : 0;
    return this.visible.splice(index, 1)[0]!;
  }

  private storeCopy(message: Message) {
    const visibleAt = Date.now() + this.random() * COPY_WITHIN_MS;
    this.store({ ...message, key: randomUUID(), visibleAt, isCopy: true });
  }

  private moveToDeadLetters(message: Message) {
    this.files.moveTo(this.deadLetters!.dir, message);
    this.deadLetters!.enqueue({ ...message, receives: 0, visibleAt: 0 });
  }

  private store(message: Message) {
    this.files.write(message);
    this.enqueue(message);
  }

  private enqueue(message: Message, waitMs = message.visibleAt - Date.now()) {
    const show = () => {
      this.hidden.delete(message);
      this.visible.push(message);
      this.onMessage();
    };
    if (waitMs > 0) this.hidden.set(message, setTimeout(show, waitMs));
    else show();
  }
}

export interface Message {
  /** Name of its file. A copy has the id of its original, and a different key. */
  key: string;
  id: string;
  /** Id of the source queue, for messages in a dead-letter queue. */
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

/** The messages of a queue on the disk, one file each, so that no accepted message is lost. */
interface MessageFiles {
  /** Oldest first. */
  readAll(): Message[];
  write(message: Message): void;
  remove(message: Message): void;
  /** Moves a message to another queue, atomically. */
  moveTo(dir: string, message: Message): void;
}

/** @param dir of the queue; created when missing */
function createMessageFiles(dir: string): MessageFiles {
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
