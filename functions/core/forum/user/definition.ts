import { z } from 'zod';
import { forumUser } from '../actions.ts';
import { upstreamAnswer } from '../answer-schema.ts';
import { forumDefinition } from '../definition.ts';
import { commentPage } from './answer-schema.ts';

export const forumUserDefinition = forumDefinition({
  function: 'forum-user',
  access: { requestsPerSecond: 20, burst: 50 },
  endpoint: forumUser,
  operationId: 'ForumUser',
  summary: 'The profile or the comments of a user',
  description: '`info` is the profile of a user; `comments` are the comments that the user wrote, page by page.',
  answer: { name: 'ForumUserAnswer', schema: z.union([commentPage, upstreamAnswer]) },
  meaning: 'By action: CommentPage, or for `info` the UpstreamAnswer',
  calls: { info: ['info', 'user_id'], comments: ['comments', 'user_id', 'start', 'count'] },
});
