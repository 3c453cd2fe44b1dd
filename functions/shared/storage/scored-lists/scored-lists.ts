import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import { sdkDocumentReader } from '../dynamodb/document-client.ts';
import {
  createScoredListReader,
  keyOf,
  SECOND_LOOK_MS,
  type ScoredList,
  type ScoredListReader,
} from './scored-list-reader.ts';

/** The worker is told again to rewrite a list that is still not scored after this time. */
const ASK_AGAIN_MS = 15 * 60_000;

export interface ScoredLists extends ScoredListReader {
  /**
   * Notes a look at the whole list of a term.
   *
   * @param hadOld whether postings of version 0.1 were in it, which were rewritten since
   */
  noteLook(term: string, hadOld: boolean): Promise<void>;
  /** @returns whether the caller is to tell the worker to rewrite the list: nobody did lately */
  claimRewrite(term: string): Promise<boolean>;
}

/** Markers of the posting lists whose postings all have a key of score 2, in the `Keywords` table. */
export function createScoredLists(client: DynamoDBDocumentClient, table: string, now: () => number): ScoredLists {
  const reader = createScoredListReader(sdkDocumentReader(client), table);

  function set(term: string, attribute: keyof ScoredList, condition?: { attribute: keyof ScoredList; before: number }) {
    const names = { '#attribute': attribute, ...(condition && { '#condition': condition.attribute }) };
    const update = new UpdateCommand({
      TableName: table,
      Key: keyOf(term),
      UpdateExpression: 'SET #attribute = :now',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':now': now(), ...(condition && { ':before': condition.before }) },
      ...(condition && { ConditionExpression: 'attribute_not_exists(#condition) OR #condition < :before' }),
    });
    return ifConditionHolds(client.send(update));
  }

  return {
    ...reader,

    async noteLook(term, hadOld) {
      const known = (await reader.read([term])).get(term);
      if (hadOld || known?.looked_at === undefined) await set(term, 'looked_at');
      else if (now() - known.looked_at >= SECOND_LOOK_MS) await set(term, 'confirmed_at');
    },

    async claimRewrite(term) {
      return (await set(term, 'asked_at', { attribute: 'asked_at', before: now() - ASK_AGAIN_MS })) !== null;
    },
  };
}
