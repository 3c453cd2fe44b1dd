import { setTimeout as sleep } from 'node:timers/promises';
import { forumAccount } from '../core/forum/actions.ts';
import { readAction } from '../core/forum/read-action.ts';
import { relayAccountAction, relayResponse } from '../core/forum/relay-actions.ts';
import { readUpstreamAccess } from '../core/forum/upstream-access.ts';
import { createUpstreamClient } from '../core/forum/upstream-client.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { requestId } from '../core/platform/http/envelope.ts';
import { logUnexpectedError } from '../core/platform/http/request-log.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

/** Requests and responses contain passwords and tokens. */
const confidential = true;
const settings = readSettings(settingsSchema);

/** `/api/forumA`: login, check-in and the signed-in user of a forum account. */
export const handler = endpoint(
  async (event) => {
    const startedAt = Date.now();
    const call = readAction(event, forumAccount);
    const upstream = createUpstreamClient(await readUpstreamAccess(settings), Date.now);
    const data = await relayAccountAction(call, {
      upstream,
      batch: settings,
      now: Date.now,
      sleep,
      startedAt,
      logUnexpectedError: (error) => logUnexpectedError(requestId(event), error, confidential),
    });
    return relayResponse(event, data);
  },
  { ...settings, confidential },
);
