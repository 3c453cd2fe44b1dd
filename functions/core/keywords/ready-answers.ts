import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { LearningState } from './research/learning-runs.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';

/** Even where nobody has asked engines anything, keywords of pages come into the index meanwhile. */
const KEPT_MS = 3_600_000;
/** An item of DynamoDB may have 400 KB. */
const MOST_BYTES = 300_000;

/** An answer as it was sent, and what it depends on. */
export interface ReadyAnswer {
  /** `data` as JSON text. */
  dataJson: string;
  /** As the answers of the language were when it was made. */
  language: string;
  state: LearningState;
}

/** Answers that were made of what is stored alone, ready to be sent again. */
export interface ReadyAnswers {
  /** @returns `null` where there is none, or none that is new enough */
  read(name: string): Promise<ReadyAnswer | null>;
  /** Keeps an answer for an hour. One that is too large is not kept. */
  write(name: string, answer: ReadyAnswer): Promise<void>;
}

/** Items of the `Coordination` table. A cached answer loads this file. */
export function createReadyAnswers(db: DynamoDB, table: string, now: () => number): ReadyAnswers {
  const keyOf = (name: string) => ({ id: `answer#${name}` });
  return {
    async read(name) {
      const { Item: item } = await db.get({ TableName: table, Key: keyOf(name) });
      if (!item || (item.kept_until as number) <= now()) return null;
      const { language, state } = JSON.parse(item.made_of as string) as Pick<ReadyAnswer, 'language' | 'state'>;
      return {
        dataJson: brotliDecompressSync(Buffer.from(item.content as string, 'base64')).toString(),
        language,
        state,
      };
    },

    async write(name, { dataJson, language, state }) {
      const content = brotliCompressSync(dataJson).toString('base64');
      if (content.length > MOST_BYTES) return;
      const keptUntil = now() + KEPT_MS;
      const update = {
        TableName: table,
        Key: keyOf(name),
        UpdateExpression: 'SET content = :content, made_of = :made_of, kept_until = :until, expires_at = :expiry',
        ExpressionAttributeValues: {
          ':content': content,
          ':made_of': JSON.stringify({ language, state }),
          ':until': keptUntil,
          ':expiry': Math.ceil(keptUntil / 1000),
        },
      };
      await db.update(update, { repeatable: true });
    },
  };
}
