import type { EndpointDefinition, Operation, ParameterObject } from '../platform/http/definition.ts';
import { noHost, domainParameter } from '../platform/names/address-parameters.ts';
import { crawlPageBounds } from '../crawls/page-limits.ts';
import { betterOf, metricNames } from '../record/history-values.ts';
import {
  deletedAnswer,
  eventsAnswer,
  newSecretAnswer,
  newWatchAnswer,
  secretAnswer,
  testAnswer,
  watchAnswer,
  watchesAnswer,
} from './answer-schema.ts';
import { eventsParameters, newWatchBody, watchChangesBody, watchesParameters } from './request.ts';

const body = { domain: domainParameter(noHost), maxPages: crawlPageBounds.max, isReachable: noHost };

const id: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: '`id` of the watch',
  schema: { type: 'string' },
  example: '0mif0a2b3c4d5e6f7a8',
};

const LESS_IS_BETTER = metricNames.filter((name) => betterOf(name) === 'less');

const example = {
  domains: ['example.com'],
  conditions: [
    { on: 'drop', metric: 'seo_score', by: 10 },
    { on: 'changed', fields: ['title', 'canonical'] },
    { on: 'certificate_expires', within_days: 14 },
    { on: 'new_issues', severity: 'error' },
  ],
  crawl: { every: 'week', pages: 200 },
  deliver: { url: 'https://hooks.example.com/seo' },
};

/** Documented paths below `/api/v1/seo/watches`; one route of the gateway serves them all. */
const below = (path: string, operations: EndpointDefinition['operations']): EndpointDefinition => ({
  path: '/api/v1/seo/watches/{proxy+}',
  documentedPath: `/api/v1/seo/watches/${path}`,
  access: 'key',
  operations,
});

const operation = (given: Omit<Operation, 'tag'>): Operation => ({ tag: 'Watches', ...given });

export const watchDefinitions: EndpointDefinition[] = [
  {
    path: '/api/v1/seo/watches',
    access: 'key',
    operations: {
      GET: operation({
        operationId: 'listWatches',
        summary: 'List watches',
        description: 'Lists the watches of the owner of the key, 25 in a response.',
        query: watchesParameters,
        answers: {
          200: { meaning: 'The watches', data: { name: 'WatchesAnswer', schema: watchesAnswer }, hasExample: false },
        },
      }),
      POST: operation({
        operationId: 'createWatch',
        summary: 'Watch domains',
        description:
          'Compares each scheduled snapshot of the domains with the one before, and each complete crawl with the one ' +
          'before. A condition that holds is an event: it is listed and sent to the receiver, once until the condition ' +
          'has not held in between; an occurrence of an issue is new once. A value that is not known, a failed source, the ' +
          'first snapshot of a domain and past values of a source trigger nothing. `drop` is a change for the worse, `rise` ' +
          `one for the better: of ${LESS_IS_BETTER.join(', ')} a drop is a larger number, of other metrics a smaller one. ` +
          'A watched domain has a snapshot each day, which counts as one domain of the daily allowance, and crawls count ' +
          'as in `/api/v1/seo/site`; without an allowance a day is skipped. A domain that had no scheduled snapshots also ' +
          'counts when it is added; if the allowance does not suffice for all of them, the request is refused. Deliveries ' +
          'are signed by the rules of Standard Webhooks. The receiver must first answer a signed test delivery with 2xx; ' +
          'until then it is `unconfirmed`. The response contains the secret, which is not shown again.',
        body: { name: 'WatchRequest', schema: newWatchBody(body), examples: { example } },
        limits: ['domains'],
        answers: {
          201: { meaning: 'The watch and its secret', data: { name: 'NewWatchAnswer', schema: newWatchAnswer } },
        },
        errors: ['watches_full', 'snapshots_full', 'domain_allowance_exceeded'],
      }),
    },
  },
  below('secret', {
    GET: operation({
      operationId: 'getDeliverySecret',
      summary: "The state of the owner's secret",
      description: 'Returns whether the owner of the key has a secret that signs deliveries of batches and crawls.',
      answers: { 200: { meaning: 'The state', data: { name: 'SecretAnswer', schema: secretAnswer } } },
    }),
    POST: operation({
      operationId: 'createDeliverySecret',
      summary: "Create the owner's secret",
      description:
        'Creates the secret that signs deliveries of batches and crawls, or a new one. The previous one signs as well for ' +
        '24 hours. The response contains the secret, which is not shown again.',
      answers: { 201: { meaning: 'The new secret', data: { name: 'NewSecretAnswer', schema: newSecretAnswer } } },
    }),
  }),
  below('{id}', {
    GET: operation({
      operationId: 'getWatch',
      summary: 'A watch',
      parameters: [id],
      answers: { 200: { meaning: 'The watch', data: { name: 'WatchAnswer', schema: watchAnswer } } },
      errors: ['not_found'],
    }),
    PATCH: operation({
      operationId: 'changeWatch',
      summary: 'Change a watch',
      description:
        'Replaces the given members. Changed conditions are compared from the next snapshot on. A new address of the ' +
        'receiver is challenged as that of a new watch, and added domains count as its domains do.',
      parameters: [id],
      body: {
        name: 'WatchChangesRequest',
        schema: watchChangesBody(body),
        examples: { example: { conditions: [{ on: 'unreachable', snapshots: 2 }] } },
      },
      limits: ['domains'],
      answers: { 200: { meaning: 'The changed watch', data: { name: 'WatchAnswer', schema: watchAnswer } } },
      errors: ['not_found', 'conflict', 'snapshots_full', 'domain_allowance_exceeded'],
    }),
    DELETE: operation({
      operationId: 'deleteWatch',
      summary: 'Delete a watch',
      description: 'Deletes the watch and its events. Pending deliveries are not sent.',
      parameters: [id],
      answers: { 200: { meaning: 'The watch is deleted', data: { name: 'DeletedAnswer', schema: deletedAnswer } } },
      errors: ['not_found'],
    }),
  }),
  below('{id}/test', {
    POST: operation({
      operationId: 'testWatch',
      summary: 'Send a test delivery',
      description:
        'Posts a signed delivery of the type `watch.test` to the receiver and returns its response. A response of 2xx ' +
        'confirms the address, and ends its failure. The owner of the key can test each host once a minute, and ' +
        'unconfirmed addresses on 20 hosts a day (UTC); a host gets at most two requests at a time from all owners.',
      parameters: [id],
      answers: { 200: { meaning: 'The outcome', data: { name: 'TestAnswer', schema: testAnswer } } },
      errors: ['not_found', 'no_receiver'],
    }),
  }),
  below('{id}/secret', {
    POST: operation({
      operationId: 'rotateWatchSecret',
      summary: 'Replace the secret of a watch',
      description: 'Creates a new secret, which is not shown again. The previous one signs as well for 24 hours.',
      parameters: [id],
      answers: { 201: { meaning: 'The new secret', data: { name: 'NewSecretAnswer', schema: newSecretAnswer } } },
      errors: ['not_found'],
    }),
  }),
  below('{id}/events', {
    GET: operation({
      operationId: 'listWatchEvents',
      summary: 'List the events of a watch',
      description:
        'Lists the events of all domains of the watch in the order in which they were recorded, a few seconds later. Store ' +
        '`next_cursor` and send it with the next call: one call a day is enough for a watch of many domains. Events are ' +
        'kept for 90 days.',
      parameters: [id],
      query: eventsParameters,
      answers: {
        200: { meaning: 'Events', data: { name: 'WatchEventsAnswer', schema: eventsAnswer }, hasExample: false },
      },
      errors: ['not_found'],
    }),
  }),
];
