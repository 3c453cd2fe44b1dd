import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DAY_MS } from '../time/day.ts';
import { batchGet } from './dynamodb/batch-get.ts';
import { ifConditionHolds } from './dynamodb/conditional.ts';
import { sdkDocumentReader } from './dynamodb/document-client.ts';

/** After this time, no instance of version 0.1 writes any more that was running at the first look. */
const SECOND_LOOK_MS = 60 * 60_000;
/** After this time a list is looked at anew: version 0.1 may have been back meanwhile. */
const CONFIRMED_MS = 30 * DAY_MS;
/** The worker is told again to rewrite a list that is still not scored after this time. */
const ASK_AGAIN_MS = 15 * 60_000;

/** What is known of the postings of one term; times in milliseconds since the epoch. */
export interface ScoredList {
  /** When all of its postings had a key of score 2, for the first time. */
  looked_at?: number;
  /** When they still had, at the last look that was long enough after the first. */
  confirmed_at?: number;
  /** When the worker was last told to rewrite it. */
  asked_at?: number;
}

export interface ScoredLists {
  /** @returns by term; terms of which nothing is known are left out */
  read(terms: string[]): Promise<Map<string, ScoredList>>;
  /**
   * Notes a look at the whole list of a term.
   *
   * @param hadOld whether postings of version 0.1 were in it, which were rewritten since
   */
  noteLook(term: string, hadOld: boolean): Promise<void>;
  /** @returns whether the caller is to tell the worker to rewrite the list: nobody did lately */
  claimRewrite(term: string): Promise<boolean>;
}

/** Whether a list can be read from the index of score 2 without a look at its postings. */
export function isConfirmed(list: ScoredList | undefined, now: number): boolean {
  return list?.confirmed_at !== undefined && now - list.confirmed_at < CONFIRMED_MS;
}

/** Markers of the posting lists whose postings all have a key of score 2, in the `Keywords` table. */
export function createScoredLists(client: DynamoDBDocumentClient, table: string, now: () => number): ScoredLists {
  const keyOf = (term: string) => ({ list: `scored:${term}`, keyword: term });

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

  async function read(terms: string[]): Promise<Map<string, ScoredList>> {
    const items = await batchGet(sdkDocumentReader(client), table, [...new Set(terms)].map(keyOf));
    return new Map(items.map((item) => [item.keyword as string, item as ScoredList]));
  }

  return {
    read,

    async noteLook(term, hadOld) {
      const known = (await read([term])).get(term);
      if (hadOld || known?.looked_at === undefined) await set(term, 'looked_at');
      else if (now() - known.looked_at >= SECOND_LOOK_MS) await set(term, 'confirmed_at');
    },

    async claimRewrite(term) {
      return (await set(term, 'asked_at', { attribute: 'asked_at', before: now() - ASK_AGAIN_MS })) !== null;
    },
  };
}

/** Whether it is time for a look at a list that is not confirmed. */
export function isLookDue(list: ScoredList | undefined, now: number): boolean {
  return list?.looked_at === undefined || now - list.looked_at >= SECOND_LOOK_MS;
}
