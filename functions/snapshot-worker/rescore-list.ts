import { factsIn } from '../shared/keywords/version-1.ts';
import type { KeywordIndex } from '../shared/storage/keyword-index/keyword-index.ts';
import type { PostingReader } from '../shared/storage/keyword-index/posting-list.ts';
import type { ScoredLists } from '../shared/storage/scored-lists/scored-lists.ts';
import type { RescoreTask, WorkQueue } from '../shared/storage/work-queue.ts';

/** Postings looked at in one message; rewriting all of their keywords takes a quarter of a minute. */
const PORTION = 500;

export interface RescoreServices {
  index: Pick<KeywordIndex, 'rewrite'>;
  scored: Pick<ScoredLists, 'noteLook'>;
  readPostings: PostingReader;
  queue: Pick<WorkQueue, 'send'>;
}

/**
 * Writes the postings that version 0.1 left in the list of a term anew, a portion a message, and notes the end of the
 * list. A repeated message rewrites what is still to be rewritten.
 */
export async function rescoreList({ term, after, hadOld = false }: RescoreTask, services: RescoreServices) {
  const { index, scored, readPostings, queue } = services;
  const { postings, isEnd } = await readPostings(term, PORTION, after ?? null);
  const old = postings.filter(({ isOld }) => isOld);
  await index.rewrite(old.map(({ entry }) => factsIn(entry)));
  const found = hadOld || old.length > 0;
  if (isEnd) await scored.noteLook(term, found);
  else await queue.send({ task: 'rescore', term, after: postings.at(-1)!.keyword, hadOld: found });
}
