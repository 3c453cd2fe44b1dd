import { setTimeout as sleep } from 'node:timers/promises';
import { forumAccount } from '../shared/forum/actions.ts';
import { readAction } from '../shared/forum/read-action.ts';
import { relayed } from '../shared/forum/relayed.ts';
import { readForumSettings } from '../shared/forum/settings.ts';
import { createUpstreamClient } from '../shared/forum/upstream-client.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { requestId } from '../shared/http/envelope.ts';
import { logUnexpectedError } from '../shared/http/log-unexpected-error.ts';
import { readBatchSettings } from './batch-settings.ts';
import { relayAccountAction } from './relay-account-action.ts';

/** Requests and answers hold passwords and tokens. */
const confidential = true;
const batch = readBatchSettings(process.env);

/** `/api/forumA`: login, check-in and the signed-in user of a forum account. */
export const handler = endpoint(
  async (event) => {
    const startedAt = Date.now();
    const call = readAction(event, forumAccount);
    const upstream = createUpstreamClient(await readForumSettings(process.env), Date.now);
    const data = await relayAccountAction(call, {
      upstream,
      batch,
      now: Date.now,
      sleep,
      startedAt,
      logUnexpectedError: (error) => logUnexpectedError(requestId(event), error, confidential),
    });
    return relayed(event, data);
  },
  { confidential },
);
