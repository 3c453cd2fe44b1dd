import type { APIGatewayProxyEvent } from 'aws-lambda';
import { OPERATOR } from '../core/accounts/batch-caller.ts';
import { invalidParameter, ServiceError } from '../core/platform/http/errors.ts';
import type { WatchEvents as StoredEvents } from '../core/watches/store/events.ts';
import type { Watches } from '../core/watches/store/watches.ts';
import { eventOf } from '../core/watches/watch-answers.ts';
import { sendTestMail } from '../core/watches/mails/watch-mails.ts';
import { TEST_INTERVAL_MS, type TestLimits } from '../core/deliveries/test-limits.ts';
import { type ListedWatch, type Watch, watchContract, type Watches as WatchList } from './contract/watches.ts';
import type { InvokedEndpoint } from './invoke-endpoint.ts';
import { type RouteAnswer, routesOf } from './router.ts';

export interface WatchRouteServices {
  /** The public endpoint, which signs deliveries, and sends tests. */
  watchesEndpoint: InvokedEndpoint;
  watches: Pick<Watches, 'read'>;
  watchEvents: Pick<StoredEvents, 'newest'>;
  watchMails: Parameters<typeof sendTestMail>[2];
  watchTests: Pick<TestLimits, 'takeMail'>;
  now: () => number;
}

/** Number of events that the workspace shows. */
const MAX_EVENTS = 200;

const PATH = '/api/v1/seo/watches';
const NO_WATCH = 'The operator has no such watch.';

/**
 * Routes for the operator's watches: those of the public endpoint, and the newest events, also of this second. Operators
 * and viewers read no watch of an owner of a key, and none of its events; the list contains only which of them fail.
 */
export const watchRoutes = routesOf<typeof watchContract, WatchRouteServices>(watchContract, {
  async watches(call, services) {
    const answer = await forward<WatchList>(call, services);
    return { ...answer, data: { ...answer.data, watches: await withLastEvents(answer.data.watches, services) } };
  },
  createWatch: forward,
  watch: forward,
  changeWatch: forward,
  deleteWatch: forward,
  testWatch: forward,
  renewWatchSecret: forward,
  async testWatchMail({ params: { id } }, { watches, watchMails, watchTests, now }) {
    const watch = await findWatch(id, watches);
    if (!(await watchTests.takeMail())) {
      const message = 'A test mail was sent within the last minute. Wait a minute.';
      throw new ServiceError('rate_limited', { message, retryAfterSeconds: TEST_INTERVAL_MS / 1000 });
    }
    const data = await sendTestMail(watch, now(), watchMails);
    const name = watch.domains?.join(', ') ?? watch.tag ?? '';
    return { data, note: { name } };
  },
  watchEvents: async ({ params: { id } }, { watches, watchEvents }) => {
    await findWatch(id, watches);
    const found = await watchEvents.newest(id, MAX_EVENTS);
    return { data: { events: found.map((event) => eventOf(id, event)) } };
  },
});

/** @throws {ServiceError} not_found if the operator has no such watch */
async function findWatch(id: string, watches: WatchRouteServices['watches']) {
  const watch = await watches.read(OPERATOR, id);
  if (!watch) throw new ServiceError('not_found', { message: NO_WATCH });
  return watch;
}

function withLastEvents(watches: Watch[], { watchEvents }: WatchRouteServices): Promise<ListedWatch[]> {
  return Promise.all(
    watches.map(async (watch) => {
      const [last] = await watchEvents.newest(watch.id, 1);
      return { ...watch, last_event: last ? eventOf(watch.id, last) : null };
    }),
  );
}

/** @returns the answer of the public endpoint, which is that of the contract */
async function forward<Answer extends object>(
  { event, params }: { event: APIGatewayProxyEvent; params: { id?: string } },
  { watchesEndpoint }: WatchRouteServices,
): Promise<RouteAnswer<Answer>> {
  const proxy = event.pathParameters!.proxy!.split('/').slice(1).join('/');
  const body = event.body ? { body: bodyOf(event) } : {};
  const { statusCode, body: answer } = await watchesEndpoint(event, {
    resource: params.id === undefined ? PATH : `${PATH}/{proxy+}`,
    query: queryOf(event),
    method: event.httpMethod,
    proxy,
    ...body,
  });
  const { data } = JSON.parse(answer) as { data: Answer & Partial<Watch> };
  const name = data.domains?.join(', ') ?? data.tag ?? undefined;
  return { ...(statusCode === 201 && { status: 201 }), data, ...(name !== undefined && { note: { name } }) };
}

const queryOf = ({ multiValueQueryStringParameters: query }: APIGatewayProxyEvent) =>
  (query ?? {}) as Record<string, string[]>;

/** @throws {ServiceError} invalid_parameter */
function bodyOf({ body, isBase64Encoded }: APIGatewayProxyEvent): object {
  try {
    return JSON.parse(isBase64Encoded ? Buffer.from(body!, 'base64').toString() : body!) as object;
  } catch {
    throw invalidParameter('body', 'json');
  }
}
