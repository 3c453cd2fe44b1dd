import type { z } from 'zod';
import { type BatchEnded, batchEnded } from '../../functions/core/batches/delivery-schema.ts';
import { type AddressTest, addressTest } from '../../functions/core/deliveries/delivery-schema.ts';
import { condition, type Condition } from '../../functions/core/watches/conditions.ts';
import {
  type CrawlEnded,
  crawlEnded,
  type EventKind,
  eventSchemas,
  metricName,
  newIssues,
  valueName,
  type WatchTest,
  watchTest,
  type WatchTriggered,
  watchTriggered,
} from '../../functions/core/watches/delivery-schema.ts';
import { sampleEvents } from '../../functions/core/watches/sample-events.ts';
import { schemaRef } from './json-schema.ts';

/** A kind of body that the service posts to receivers. */
interface Webhook {
  operationId: string;
  /** When it is sent. */
  summary: string;
  description?: string;
  /** Name of the schema of the body. */
  name: string;
  schema: z.ZodType;
  example: WatchTriggered | WatchTest | AddressTest | BatchEnded | CrawlEnded;
}

const TIME = '2026-11-20T08:00:00.000Z';
const WATCH = '0mif0a2b3c4d5e6f7a8';

/** A condition of each kind, with the summary of its events. */
const EVENTS: Record<EventKind, { summary: string; given: object }> = {
  changed: { summary: 'A value has changed', given: { fields: ['title'] } },
  drop: { summary: 'A metric is worse', given: { metric: 'seo_score', by: 10 } },
  rise: { summary: 'A metric is better', given: { metric: 'tranco_rank', by: '20%' } },
  below: { summary: 'A metric is below its limit', given: { metric: 'seo_score', value: 50 } },
  above: { summary: 'A metric is above its limit', given: { metric: 'http_status', value: 399 } },
  unreachable: { summary: 'The site does not respond', given: { snapshots: 2 } },
  noindex: { summary: 'The home page is excluded from search engines', given: {} },
  certificate_expires: { summary: 'The certificate expires soon', given: { within_days: 14 } },
  registration_expires: { summary: 'The registration expires soon', given: { within_days: 30 } },
  new_issues: { summary: 'A crawl has found new issues', given: { severity: 'error' } },
};
const kinds = Object.keys(EVENTS) as EventKind[];

const conditionOf = (on: EventKind): Condition => condition.parse({ on, ...EVENTS[on].given });
const samplesOf = (conditions: Condition[]) =>
  sampleEvents({ id: WATCH, domains: ['shop.example'], conditions }, Date.parse(TIME));
const eventExample = (kind: EventKind) => {
  const { sample: _, ...event } = samplesOf([conditionOf(kind)])[0]!;
  return { ...event, id: 'evt_0f3c7a9e5b1d4c2e8f60a1b2c3d4e5f6' } as WatchTriggered['data'];
};

/** @returns a name of a kind of condition in a schema or an operation, such as `NewIssues` */
const inPascalCase = (kind: EventKind) =>
  kind
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
const eventName = (kind: EventKind) => `${inPascalCase(kind)}Event`;

const ofEvents = kinds.map((kind): [string, Webhook] => [
  `watch.triggered ${kind}`,
  {
    operationId: `on${inPascalCase(kind)}`,
    summary: EVENTS[kind].summary,
    name: `${inPascalCase(kind)}Delivery`,
    schema: watchTriggered.extend({ data: eventSchemas[kind] }),
    example: { type: 'watch.triggered', timestamp: TIME, data: eventExample(kind) },
  },
]);

const CHALLENGE =
  'It is also the challenge of a new address, which gets nothing else until it has answered a test with 2xx.';

/** All kinds of bodies, by the name of their webhook: the type of the body, and what distinguishes bodies of one type. */
const webhooksByName = new Map<string, Webhook>([
  ...ofEvents,
  [
    'watch.test',
    {
      operationId: 'onWatchTest',
      summary: 'A test of a watch',
      description: `Sent by \`POST /api/v1/seo/watches/{id}/test\`. ${CHALLENGE}`,
      name: 'WatchTestDelivery',
      schema: watchTest,
      example: {
        type: 'watch.test',
        timestamp: TIME,
        data: { watch: WATCH, events: samplesOf([conditionOf('drop'), conditionOf('new_issues')]) },
      },
    },
  ],
  [
    'watch.test of an address',
    {
      operationId: 'onAddressTest',
      summary: 'The challenge of a new address of a batch or a crawl',
      description: 'Sent when the batch or crawl has ended, unless the address has answered a test before.',
      name: 'AddressTestDelivery',
      schema: addressTest,
      example: { type: 'watch.test', timestamp: TIME, data: { watch: null } },
    },
  ],
  [
    'batch.ended',
    {
      operationId: 'onBatchEnded',
      summary: 'A batch with `deliver` has ended',
      name: 'BatchEndedDelivery',
      schema: batchEnded,
      example: {
        type: 'batch.ended',
        timestamp: TIME,
        data: { batch_id: '0mif0a2b3c4d5e6f7a8', status: 'done', created_at: '2026-11-20T07:59:00.000Z' },
      },
    },
  ],
  [
    'crawl.ended',
    {
      operationId: 'onCrawlEnded',
      summary: 'A crawl with `deliver` has ended',
      description: 'Sent a minute after the end, when the result can be read.',
      name: 'CrawlEndedDelivery',
      schema: crawlEnded,
      example: {
        type: 'crawl.ended',
        timestamp: TIME,
        data: {
          domain: 'shop.example',
          crawl_id: '20261120T075000000Z1f2e3d4c',
          finished_at: TIME,
          stop_reason: null,
          complete: true,
          health: 92,
          site_score: 88,
          pages: 25,
          issues: { 'broken-link': 2, 'title-long': 1 },
        },
      },
    },
  ],
]);

/** The schemas of all bodies and of their parts, by name. */
export const webhookSchemas: Record<string, z.ZodType> = {
  ...Object.fromEntries(Array.from(webhooksByName.values(), ({ name, schema }) => [name, schema])),
  ...Object.fromEntries(kinds.map((kind) => [eventName(kind), eventSchemas[kind]])),
  NewIssues: newIssues,
  MetricName: metricName,
  ValueName: valueName,
};

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** Headers of each delivery, by their names in the components of the document. */
export const webhookHeaders = {
  WebhookId: header(
    'webhook-id',
    'Id of the delivery, the same in each attempt: ignore one that you have processed',
    'evt_0f3c7a9e5b1d4c2e8f60a1b2c3d4e5f6',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'When this attempt was made, in seconds since 1970: refuse an old one',
    '1795161600',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures, separated by spaces, one of each secret that is valid now: `v1,` and the Base64 of the HMAC-SHA256 of ' +
      '`<webhook-id>.<webhook-timestamp>.<body>`; its key is the Base64 after `whsec_` of the secret',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};

/** Responses of receivers, by their names in the components of the document. */
export const receiverResponses = {
  DeliveryAccepted: {
    description:
      'Accepted: the delivery has ended. The body is ignored: a challenge is answered by the status alone, without an echo',
  },
  DeliveryGone: {
    description:
      'The receiver wants no further deliveries: the delivery has failed, and nothing else is sent to the address until it ' +
      'answers a test with 2xx',
  },
  DeliveryRefused: {
    description:
      'Not accepted, as with a redirect, or without a response within 10 seconds: the delivery is repeated with growing ' +
      'delays for a day. `Retry-After` of 429 and 503 is respected. A test of a watch is not repeated',
  },
};

const parameters = Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` }));
const response = (name: keyof typeof receiverResponses) => ({ $ref: `#/components/responses/${name}` });
const responses = {
  '2XX': response('DeliveryAccepted'),
  410: response('DeliveryGone'),
  default: response('DeliveryRefused'),
};

/** Returns `webhooks` of the document: what the service posts to receivers, by the rules of Standard Webhooks. */
export function webhooks() {
  return Object.fromEntries(
    Array.from(webhooksByName, ([key, { operationId, summary, description, name, example }]) => [
      key,
      {
        post: {
          operationId,
          tags: ['Webhooks'],
          summary,
          ...(description !== undefined && { description }),
          security: [],
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema: schemaRef(name), example } } },
          responses,
        },
      },
    ]),
  );
}
