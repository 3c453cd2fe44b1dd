import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { QueueModel } from '../template/service-model.ts';
import { type Message, openMessageFiles } from './message-files.ts';

export interface QueueOptions {
  /** Folder that keeps the messages of all queues. */
  dir: string;
  /** In place of the template's visibility timeouts. */
  visibilityTimeoutMs?: number | undefined;
  /** Share of messages, 0 to 1, that are delivered twice, and of those that are delivered out of order. */
  irregularShare: number;
  /** From 0 to 1, without 1. */
  random?: () => number;
}

/** How long after the first delivery the second one comes at the latest. */
const COPY_WITHIN_MS = 3_000;
/** When a message is tried again that could not be written. */
const TAKE_AGAIN_MS = 5_000;

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
 * A message that was received when the runner stopped can be received at once when it starts again: who received it
 * has died with the runner. AWS knows no such stop.
 */
export class LocalQueue {
  readonly model: QueueModel;
  /** Called whenever there may be something to receive. */
  onMessage = () => {};
  /** Where messages end that were received too often. */
  deadLetters: LocalQueue | null = null;
  private readonly options: QueueOptions;
  private readonly random: () => number;
  private readonly dir: string;
  private readonly files: ReturnType<typeof openMessageFiles>;
  private readonly visible: Message[] = [];
  /** Until they are visible: delayed, or received. */
  private readonly hidden = new Map<Message, NodeJS.Timeout>();

  constructor(model: QueueModel, options: QueueOptions) {
    this.model = model;
    this.options = options;
    this.random = options.random ?? Math.random;
    this.dir = join(options.dir, model.id);
    this.files = openMessageFiles(this.dir);
    for (const message of this.files.readAll()) {
      if (message.receives > 0) message.visibleAt = 0;
      this.place(message);
    }
  }

  /** @returns the message's id, once a killed runner would not lose it */
  send(body: string, delayMs = 0): string {
    const id = randomUUID();
    const now = Date.now();
    this.keep({ key: id, id, body, sentAt: now, visibleAt: now + delayMs, receives: 0, isCopy: false });
    return id;
  }

  /** Takes visible messages, which nobody else is given until their visibility timeout is over. */
  receive(limit: number): Message[] {
    const batch: Message[] = [];
    while (batch.length < limit && this.visible.length > 0) {
      const message = this.takeVisible();
      const before = { ...message };
      try {
        if (this.take(message)) batch.push(message);
      } catch (error) {
        // A full disk: what cannot be noted as received is received later.
        console.error(
          JSON.stringify({ level: 'ERROR', message: 'message not taken', reason: (error as Error).message }),
        );
        this.place({ ...before, visibleAt: Date.now() + TAKE_AGAIN_MS });
        return batch;
      }
    }
    return batch;
  }

  /** @returns whether the message is to be worked off, and not a dead letter */
  private take(message: Message): boolean {
    if (message.receives >= this.model.maxReceives) {
      this.setAside(message);
      return false;
    }
    if (!message.isCopy && this.isIrregular()) this.keepCopy(message);
    message.receives += 1;
    message.visibleAt = Date.now() + (this.options.visibilityTimeoutMs ?? this.model.visibilityTimeoutMs);
    this.keep(message);
    return true;
  }

  /** A received message is done with. */
  delete(message: Message) {
    clearTimeout(this.hidden.get(message));
    // One that took longer than the visibility timeout is visible again.
    if (!this.hidden.delete(message) && this.visible.includes(message)) {
      this.visible.splice(this.visible.indexOf(message), 1);
    }
    this.files.remove(message);
  }

  /** Sends all visible messages to another queue, as new ones. */
  moveAll(target: LocalQueue) {
    for (const message of [...this.visible]) {
      target.send(message.body);
      this.delete(message);
    }
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

  private takeVisible(): Message {
    const index = this.isIrregular() ? Math.floor(this.random() * this.visible.length) : 0;
    return this.visible.splice(index, 1)[0]!;
  }

  private keepCopy(message: Message) {
    const visibleAt = Date.now() + this.random() * COPY_WITHIN_MS;
    this.keep({ ...message, key: randomUUID(), visibleAt, isCopy: true });
  }

  private setAside(message: Message) {
    this.files.moveTo(this.deadLetters!.dir, message);
    this.deadLetters!.place({ ...message, receives: 0, visibleAt: 0 });
  }

  private keep(message: Message) {
    this.files.write(message);
    this.place(message);
  }

  private place(message: Message) {
    const waitMs = message.visibleAt - Date.now();
    const show = () => {
      this.hidden.delete(message);
      this.visible.push(message);
      this.onMessage();
    };
    if (waitMs > 0) this.hidden.set(message, setTimeout(show, waitMs));
    else show();
  }
}
