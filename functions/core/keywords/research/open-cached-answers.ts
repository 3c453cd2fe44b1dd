import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { ItemClientSettings, SuggestionSettings } from '../../platform/settings/settings.ts';
import { openDynamoDB } from '../../platform/dynamodb/open-dynamodb.ts';
import { createLearningRuns, type LearningRuns, type LearningState } from './learning-runs.ts';
import type { SourceReport } from '../../record/record.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';

/** Puts together, from the settings, what an endpoint of keywords takes to answer from the cache. */
export function openCachedAnswers(
  settings: ItemClientSettings & SuggestionSettings,
  { file, isSame }: Pick<CachedAnswersOptions, 'file' | 'isSame'>,
) {
  const db = openDynamoDB(settings);
  const runs = createLearningRuns(db, settings.KEYWORDS_TABLE, Date.now);
  const answers = createReadyAnswers(db, settings.COORDINATION_TABLE, Date.now);
  const cached = createCachedAnswers({ answers, runs, isSame, file, disabled: settings.DISABLED_SOURCES });
  return { db, runs, cached };
}

/** Parameters that make no other answer: the gateway has read the key, and the form is chosen when it is sent. */
const NO_MATTER = ['api_key', 'format'];

interface CachedAnswersOptions {
  answers: ReadyAnswers;
  runs: Pick<LearningRuns, 'read'>;
  /** Whether an answer that was made in one state is the same in another. */
  isSame: (made: LearningState, now: LearningState) => boolean;
  /** The file of the handler: its name, and the names of what it imports, change with the code. */
  file: string;
  disabled: ReadonlySet<string>;
}

/** Answers to requests that were answered before of what is stored alone; they need neither to be read nor made again. */
export interface CachedAnswers {
  /** @returns `data` as JSON text; `null` where the answer has to be made */
  find(event: APIGatewayProxyEvent): Promise<string | null>;
  /** Keeps an answer for the same request, if it was made of stored answers alone, and none is missing. */
  keep(event: APIGatewayProxyEvent, made: MadeAnswer): Promise<void>;
}

interface MadeAnswer {
  dataJson: string;
  language: string;
  /** As read while the answer was made. */
  state: LearningState;
  sources: SourceReport[];
}

/** A cached answer loads this file. Parameters were validated before an answer is kept, so they are not read here. */
export function createCachedAnswers({ answers, runs, isSame, file, disabled }: CachedAnswersOptions): CachedAnswers {
  const code = createHash('sha256')
    .update(readFileSync(file))
    .update([...disabled].toSorted().join());

  return {
    async find(event) {
      const name = nameOf(event, code.copy());
      const ready = name === null ? null : await answers.read(name);
      if (!ready) return null;
      return isSame(ready.state, await runs.read(ready.language)) ? ready.dataJson : null;
    },

    async keep(event, { sources, ...answer }) {
      const name = nameOf(event, code.copy());
      if (name === null || !isSame(answer.state, answer.state) || !sources.every(isSettled)) return;
      try {
        await answers.write(name, answer);
      } catch (error) {
        console.warn(JSON.stringify({ level: 'WARN', message: 'answer not kept', error: (error as Error).name }));
      }
    },
  };
}

/** The next request would get the same of this source. */
function isSettled({ status, from_cache }: SourceReport): boolean {
  return from_cache ? status === 'ok' || status === 'empty' : status === 'skipped' || status === 'unsupported';
}

/** @returns `null` for requests whose answers are not kept: of domains, which change by themselves, and refreshes */
function nameOf(event: APIGatewayProxyEvent, hash: ReturnType<typeof createHash>): string | null {
  const given = Object.entries(event.multiValueQueryStringParameters ?? {});
  if (given.some(([, values]) => values!.length > 1)) return null;
  const asked = given.flatMap(([name, values]) => {
    const value = values![0];
    return value && !NO_MATTER.includes(name) ? [[name, value]] : [];
  });
  const isPlain = asked.every(([name, value]) => name !== 'domain' && (name !== 'refresh' || value === '0'));
  return isPlain ? hash.update(JSON.stringify([event.resource, asked.toSorted()])).digest('base64url') : null;
}

/** Even where nobody has asked engines anything, keywords of pages come into the index meanwhile. */
const KEPT_MS = 3_600_000;
/** An item of DynamoDB may have 400 KB. */
const MOST_BYTES = 300_000;

/** An answer as it was sent, and what it depends on. */
interface ReadyAnswer {
  /** `data` as JSON text. */
  dataJson: string;
  /** As the answers of the language were when it was made. */
  language: string;
  state: LearningState;
}

/** Answers that were made of what is stored alone, ready to be sent again. */
interface ReadyAnswers {
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
