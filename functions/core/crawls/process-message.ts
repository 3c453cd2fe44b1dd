import { logWarning } from '../platform/log-warning.ts';
import { crawlSlice } from './crawl-slice.ts';
import type { JoinInvocation } from './join-invocation.ts';
import { CRAWL_LEASE_MS } from './limits.ts';
import type { CrawlServices } from './services.ts';
import type { CrawlMessage, CrawlTask } from './tasks.ts';

/**
 * Processes a message of the queue of crawls: one slice of a crawl, or of several at the same time. A slice that fails in a
 * message of several crawls is sent as a message of its own, so that the others are not repeated, and SQS counts its
 * receives. A message that is received again may have ended its invocation before: its crawls then have invocations alone,
 * so that one of them cannot end the others again.
 *
 * @param receives number of times that SQS has delivered the message, with this one
 * @param invocations those of this process
 * @throws errors of a slice that has its own message, which SQS delivers again
 */
export async function processCrawlMessage(
  message: CrawlMessage,
  receives: number,
  services: CrawlServices,
  invocations: JoinInvocation,
): Promise<void> {
  const isRepeated = receives > 1;
  const ofOwnMessage = (task: CrawlTask) => crawlSlice(task, services);
  const oneOfSeveral = (task: CrawlTask) => processOneOfSeveral(task, services);
  if (!('crawls' in message)) {
    return invocations.process(isRepeated ? alone(message) : message, 1, ofOwnMessage, oneOfSeveral);
  }
  const { crawls } = message;
  const process = (task: CrawlTask) =>
    isRepeated ? sendAlone(task, services) : invocations.process(task, crawls.length, oneOfSeveral, oneOfSeveral);
  await Promise.all(crawls.map(process));
}

const alone = (task: CrawlTask): CrawlTask => ({ ...task, alone: true });

async function sendAlone(task: CrawlTask, { queue }: CrawlServices, delayMs = 0): Promise<void> {
  await queue.send(alone(task), delayMs);
}

async function processOneOfSeveral(task: CrawlTask, services: CrawlServices): Promise<void> {
  try {
    await crawlSlice(task, services);
  } catch (error) {
    logWarning('slice of a crawl failed', { domain: task.domain })(error);
    // After an error, the lease of the crawl is not released, but expires.
    await sendAlone(task, services, CRAWL_LEASE_MS);
  }
}
