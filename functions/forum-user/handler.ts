import { forumUser } from '../shared/forum/actions.ts';
import { readAction } from '../shared/forum/read-action.ts';
import { relayed } from '../shared/forum/relayed.ts';
import { readUpstreamAccess } from '../shared/forum/upstream-access.ts';
import { createUpstreamClient } from '../shared/forum/upstream-client.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { forumUserSettings, readSettings } from '../shared/settings/settings.ts';
import { relayUserAction } from './relay-user-action.ts';

const settings = readSettings(forumUserSettings);

/** `/api/forumU`: the profile and the comments of a forum user. */
export const handler = endpoint(
  async (event) => {
    const call = readAction(event, forumUser);
    const upstream = createUpstreamClient(await readUpstreamAccess(settings), Date.now);
    return relayed(event, await relayUserAction(call, upstream));
  },
  { ...settings, confidential: true },
);
