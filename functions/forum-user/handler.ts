import { forumUser } from '../shared/forum/actions.ts';
import { readAction } from '../shared/forum/read-action.ts';
import { relayed } from '../shared/forum/relayed.ts';
import { readForumSettings } from '../shared/forum/settings.ts';
import { createUpstreamClient } from '../shared/forum/upstream-client.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { relayUserAction } from './relay-user-action.ts';

/** `/api/forumU`: the profile and the comments of a forum user. */
export const handler = endpoint(
  async (event) => {
    const call = readAction(event, forumUser);
    const upstream = createUpstreamClient(await readForumSettings(process.env), Date.now);
    return relayed(event, await relayUserAction(call, upstream));
  },
  { confidential: true },
);
