import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, dayOf } from '../../../functions/core/platform/time/day.ts';
import { createApiKeys } from '../../../infra/local/api-keys.ts';
import { answerGatewayControl, isGatewayControlCall } from '../../../infra/local/aws/api-gateway.ts';
import { answerAwsCalls } from '../../../infra/local/aws/aws-json.ts';
import { kmsOperations } from '../../../infra/local/aws/kms.ts';
import { localCredentials, localRegion } from '../../../infra/local/credentials.ts';
import { listen } from '../../../infra/local-server.ts';
import { plans, sampleKeys } from './sample-data.ts';

export const STACK = 'local';

/** A message that was sent to a queue. */
interface Message {
  queue: string;
  body: string;
}

/** Starts API Gateway's control plane with the sample keys, and queues whose messages no function receives. */
export async function startLocalAws() {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const planModels = plans.map(({ name, requests_per_second: requestsPerSecond, burst, monthly_quota }) => ({
    ...{ id: name, name: `${STACK}-${name}`, requestsPerSecond, burst, monthlyQuota: monthly_quota },
  }));
  const messages: Message[] = [];
  let answerKeys: RequestListener;
  const send = (QueueUrl: string, body: string) => {
    messages.push({ queue: QueueUrl, body });
    return { MessageId: randomUUID(), MD5OfMessageBody: createHash('md5').update(body).digest('hex') };
  };
  const answerOthers = answerAwsCalls({
    ...kmsOperations(join(folder, 'credentials-key.json')),
    'AmazonSQS.SendMessage': ({ QueueUrl, MessageBody }: Record<string, string>) => send(QueueUrl!, MessageBody!),
    'AmazonSQS.SendMessageBatch': ({ QueueUrl, Entries }: { QueueUrl: string; Entries: Record<string, string>[] }) => ({
      Successful: Entries.map(({ Id, MessageBody }) => ({ Id, ...send(QueueUrl, MessageBody!) })),
    }),
    // No source has a key.
    'AmazonSSM.GetParameters': () => ({ Parameters: [] }),
    'AmazonSQS.GetQueueAttributes': ({ QueueUrl }: { QueueUrl: string }) => ({
      Attributes: { ApproximateNumberOfMessages: messages.filter(({ queue }) => queue === QueueUrl).length.toString() },
    }),
  });
  const server = createServer((request, response) =>
    (isGatewayControlCall(request) ? answerKeys : answerOthers)(request, response),
  );
  const url = await listen(server);
  const { accessKeyId, secretAccessKey } = localCredentials;
  /** Restores the sample keys, and empties the queues. */
  function reset() {
    messages.length = 0;
    const file = join(folder, 'keys.json');
    writeFileSync(file, JSON.stringify(storedKeys(Date.now())));
    answerKeys = answerGatewayControl(createApiKeys(file), planModels);
  }
  reset();
  return {
    /** Environment of the SDK's clients. */
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_ENDPOINT_URL_KMS: url,
      AWS_REGION: localRegion,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    messages,
    reset,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns the sample keys as API Gateway stores them, each with requests on the last 90 days. */
function storedKeys(now: number) {
  const keys = sampleKeys();
  const days = Array.from({ length: 90 }, (_, ago) => [dayOf(now - ago * DAY_MS), 40 + (ago % 7) * 35]);
  return {
    keys: keys.map(({ id, name, note, plan, enabled, owner, ends_with, created_at, updated_at }) => ({
      ...{ id, name: `${STACK}-${name}`, description: note, value: `value-of-${id}`, enabled, planId: plan },
      tags: { stack: STACK, owner, ...(ends_with && { ends_with }) },
      ...{ createdAt: created_at, updatedAt: updated_at },
    })),
    usage: Object.fromEntries(keys.map(({ id }) => [id, Object.fromEntries(days) as object])),
  };
}
