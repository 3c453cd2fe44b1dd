import { z } from 'zod';
import { forumAccount } from '../actions.ts';
import { upstreamAnswer } from '../answer-schema.ts';
import { forumDefinition } from '../definition.ts';
import { checkIn, checkInEverywhereAnswer, login } from './answer-schema.ts';

export const forumAccountDefinition = forumDefinition({
  function: 'forum-account',
  // Logins and check-ins are more attractive to abusers.
  access: { requestsPerSecond: 5, burst: 20 },
  endpoint: forumAccount,
  operationId: 'ForumAccount',
  summary: 'Log in, check in, or see the signed-in user',
  description:
    '`login` takes account and password and gives a token; `signin` checks in on one board (`cat_id`) or on all of ' +
    'them; `me` is the signed-in user. What is not reached in time of all boards is `not_tried`, and a call with ' +
    '`after` goes on there; so it does with boards that got no readable answer.',
  answer: { name: 'ForumAccountAnswer', schema: z.union([login, checkIn, checkInEverywhereAnswer, upstreamAnswer]) },
  meaning: 'By action: Login, CheckIn (with `cat_id`) or CheckInEverywhere, or for `me` the UpstreamAnswer',
  calls: {
    login: ['login', 'account', 'password'],
    signin_one_board: ['signin', '_key', 'cat_id'],
    signin_all_boards: ['signin', '_key'],
    me: ['me', '_key', 'user_id'],
  },
});
