import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { DeliveryOutcomes } from '../deliveries/delivery-outcomes.ts';
import { OVERLAP_MS, type SecretState } from '../deliveries/secrets.ts';
import { invalidParameter } from '../platform/http/errors.ts';
import { readJsonBody } from '../platform/http/json-body.ts';
import { cursorAt, fittingItems, positionOf } from '../platform/http/paging.ts';
import { readParameters } from '../platform/http/parameters.ts';
import type { PathRoute } from '../platform/http/routes.ts';
import type { FailingWatch } from './answer-schema.ts';
import {
  changeWatch,
  createWatch,
  deleteWatch,
  findWatch,
  type ManageServices,
  rotateSecret,
  testWatch,
  type WatchOwner,
} from './manage-watches.ts';
import { eventsParameters, newWatchBody, watchChangesBody, watchesParameters } from './request.ts';
import type { WatchEvents } from './store/events.ts';
import { eventOf, timeOf, watchOf } from './watch-answers.ts';
import type { OwnerSecrets } from './store/owner-secret.ts';
import type { Watch } from './store/watches.ts';

export interface WatchCallServices extends ManageServices {
  events: Pick<WatchEvents, 'list'>;
  outcomes: ManageServices['outcomes'] & Pick<DeliveryOutcomes, 'readFailing'>;
  ownerSecrets: OwnerSecrets;
  body: Parameters<typeof newWatchBody>[0];
}

interface Call {
  event: APIGatewayProxyEvent;
  params: Record<string, string>;
  owner: WatchOwner;
}

interface WatchRoute extends PathRoute {
  handle: (call: Call, services: WatchCallServices) => Promise<{ status?: 201; data: object }>;
}

/** All routes below `/api/v1/seo/watches`. */
export const watchRoutes: readonly WatchRoute[] = [
  {
    method: 'GET',
    pattern: '',
    async handle({ event, owner }, services) {
      const { cursor } = readParameters(event, watchesParameters);
      const after = cursor === undefined ? null : positionOf(cursor, owner.id);
      const page = await services.watches.page(owner.id, after);
      const watches = fittingItems(page.watches.map(watchOf));
      const hasMore = page.more || watches.length < page.watches.length;
      const next_cursor = hasMore ? cursorAt(watches.at(-1)!.id, owner.id) : null;
      const others = owner.limits === null ? { failing_of_others: await failingOfOthers(owner, services) } : {};
      return { data: { watches, limit: owner.most, next_cursor, ...others } };
    },
  },
  {
    method: 'POST',
    pattern: '',
    async handle({ event, owner }, services) {
      const requested = readJsonBody(event, newWatchBody(bodyOptions(owner, services)));
      if (requested.tag !== undefined) requireOperator('tag', owner);
      if (requested.mail) requireOperator('mail', owner);
      const watch = await createWatch(requested, owner, services);
      return { status: 201, data: { ...watchOf(watch), secret: await secretOf(watch, services) } };
    },
  },
  {
    method: 'GET',
    pattern: 'secret',
    async handle({ owner }, { ownerSecrets, now }) {
      const state = await ownerSecrets.read(owner.id);
      const rotatedAt = state?.secret_rotated_at;
      const until = rotatedAt === undefined ? null : rotatedAt + OVERLAP_MS;
      const signs_until = until !== null && until > now() ? timeOf(until) : null;
      return {
        data: {
          created: state !== null,
          rotated_at: rotatedAt === undefined ? null : timeOf(rotatedAt),
          previous_signs_until: signs_until,
        },
      };
    },
  },
  {
    method: 'POST',
    pattern: 'secret',
    async handle({ owner }, { ownerSecrets, sending }) {
      const state = await ownerSecrets.rotate(owner.id);
      const secret = await sending.secrets.current({ owner: owner.id, watch: null }, state.secret_version);
      return { status: 201, data: { secret, previous_signs_until: overlapOf(state) } };
    },
  },
  {
    method: 'GET',
    pattern: '{id}',
    handle: async ({ params, owner }, services) => ({ data: watchOf(await findWatch(owner.id, params.id!, services)) }),
  },
  {
    method: 'PATCH',
    pattern: '{id}',
    async handle({ event, params, owner }, services) {
      const changes = readJsonBody(event, watchChangesBody(bodyOptions(owner, services)));
      if (changes.mail) requireOperator('mail', owner);
      return { data: watchOf(await changeWatch(params.id!, changes, owner, services)) };
    },
  },
  {
    method: 'DELETE',
    pattern: '{id}',
    async handle({ params, owner }, services) {
      await deleteWatch(owner.id, params.id!, services);
      return { data: { deleted: true } };
    },
  },
  {
    method: 'POST',
    pattern: '{id}/test',
    async handle({ params, owner }, services) {
      const { attempt, watch } = await testWatch(owner.id, params.id!, services);
      return { data: { ...attempt, deliver: watchOf(watch).deliver } };
    },
  },
  {
    method: 'POST',
    pattern: '{id}/secret',
    async handle({ params, owner }, services) {
      const watch = await rotateSecret(owner.id, params.id!, services);
      return { status: 201, data: { secret: await secretOf(watch, services), previous_signs_until: overlapOf(watch) } };
    },
  },
  { method: 'GET', pattern: '{id}/events', handle: listEvents },
];

const bodyOptions = ({ limits }: WatchOwner, { body }: WatchCallServices) => ({ ...body, isOperator: limits === null });

/** Returns the watches of owners of keys whose deliveries fail, for the operator. */
async function failingOfOthers(
  { id: operator }: WatchOwner,
  { watches, outcomes }: WatchCallServices,
): Promise<FailingWatch[]> {
  const listed = (await outcomes.readFailing()).filter(({ owner }) => owner !== operator);
  const found = await Promise.all(listed.map(({ owner, watch }) => watches.read(owner, watch!)));
  return found.flatMap((watch) =>
    watch?.failing
      ? [{ id: watch.id, owner: watch.owner, reason: watch.failing.reason, since: timeOf(watch.failing.since) }]
      : [],
  );
}

/** @throws {ServiceError} invalid_parameter */
function requireOperator(member: 'tag' | 'mail', { limits }: WatchOwner): void {
  if (limits !== null) throw invalidParameter(member, 'operator_only');
}

const secretOf = (watch: Watch, { sending }: WatchCallServices) =>
  sending.secrets.current({ owner: watch.owner, watch: watch.id }, watch.secret_version);

const overlapOf = ({ secret_rotated_at }: SecretState) => timeOf(secret_rotated_at! + OVERLAP_MS);

/** The first position of the list of events: before all times. */
const BEGINNING = '0';

async function listEvents({ event, params, owner }: Call, services: WatchCallServices) {
  const { since, limit, cursor } = readParameters(event, eventsParameters);
  const { id } = await findWatch(owner.id, params.id!, services);
  const after = cursor === undefined ? (since ?? BEGINNING) : positionOf(cursor, id);
  const { events, next } = await services.events.list(id, { after, limit });
  const last = events.at(-1)?.sort ?? after;
  return {
    data: {
      events: events.map((each) => eventOf(id, each)),
      next_cursor: cursorAt(last, id),
      has_more: next !== null,
    },
  };
}
