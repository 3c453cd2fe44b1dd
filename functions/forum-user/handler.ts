import { forumUser } from '../core/forum/actions.ts';
import { readAction } from '../core/forum/read-action.ts';
import { relayResponse, relayUserAction } from '../core/forum/relay-actions.ts';
import { readUpstreamAccess } from '../core/forum/upstream-access.ts';
import { createUpstreamClient } from '../core/forum/upstream-client.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `/api/forumU`: the profile and the comments of a forum user. */
export const handler = endpoint(
  async (event) => {
    const call = readAction(event, forumUser);
    const upstream = createUpstreamClient(await readUpstreamAccess(settings), Date.now);
    return relayResponse(event, await relayUserAction(call, upstream));
  },
  { ...settings, confidential: true },
);
