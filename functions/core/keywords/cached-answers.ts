import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { SuggestionSettings } from './settings.ts';
import type { ItemClientSettings } from '../platform/settings/common.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { createCachedEndpoint, responseTo } from '../platform/http/cached-endpoint.ts';
import { plainFormat } from '../platform/http/csv.ts';
import type { ApiCaller } from '../platform/http/caller.ts';
import { noteFacts, sourceDurations } from '../platform/http/request-log.ts';
import type { Format } from '../platform/http/parameters.ts';
import type { CsvTable } from '../platform/text/csv-text.ts';
import { createDynamoDB } from '../platform/dynamodb/light-client.ts';
import { createLearningRuns, type LearningRuns, type LearningState } from './suggestions/learning-runs.ts';
import type { SourceReport } from '../record/record.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { getItem, updateItem } from '../platform/dynamodb/table.ts';
import { logWarning } from '../platform/log-warning.ts';
import { waitBriefly } from '../platform/wait-briefly.ts';

/** Dependencies of creating an answer. */
export interface AnswerParts<Settings> {
  db: DynamoDB;
  runs: LearningRuns;
  settings: Settings;
}

/** An answer as it is sent. */
interface SentAnswer {
  /** `data` as JSON text. */
  dataJson: string;
  /** As requested. */
  format: Format | undefined;
}

/** An answer that was not stored. */
export interface NewAnswer<Found> {
  answer: Found;
  /** State of the index of the language when it was created; `null`: the answer is not stored. */
  learning: { language: string; state: LearningState } | null;
  /** Further members of the log entry. */
  facts?: Parameters<typeof noteFacts>[1];
}

interface EndpointOptions<Settings, Request, Found> extends Pick<CachedAnswersOptions, 'file' | 'isSame'> {
  /** Members of the log entry of a stored answer. */
  storedFacts?: Parameters<typeof noteFacts>[1];
  /** Loads what only an answer needs that is not stored. */
  load: () => Promise<{
    /** Reads the parameters. @throws {ServiceError} invalid_parameter */
    read: (event: APIGatewayProxyEvent, settings: Settings) => Request | Promise<Request>;
    create: (request: Request, caller: ApiCaller, parts: AnswerParts<Settings>) => Promise<NewAnswer<Found>>;
  }>;
  /** Parts of the CSV file's name. */
  name: (answer: Found) => readonly (string | null | undefined)[];
  table: (answer: Found) => CsvTable;
}

/** Creates a keyword endpoint, which answers as JSON or CSV, from the settings. A stored answer is sent again. */
export function createKeywordEndpoint<
  Settings extends ItemClientSettings & SuggestionSettings,
  Request extends { format?: Format | undefined },
  Found extends { sources: SourceReport[] },
>(
  settings: Settings,
  { file, isSame, storedFacts, load, name, table }: EndpointOptions<Settings, Request, Found>,
): Endpoint {
  const db = createDynamoDB(settings);
  const runs = createLearningRuns(db, settings.KEYWORDS_TABLE, Date.now);
  const answers = createReadyAnswers(db, settings.COORDINATION_TABLE, Date.now);
  const cached = createCachedAnswers({ answers, runs, isSame, file, disabled: settings.DISABLED_SOURCES });

  return createCachedEndpoint<SentAnswer, null>({
    async read(event) {
      const format = plainFormat(event);
      const dataJson = format === null ? null : await cached.find(event);
      return dataJson === null ? { missed: null } : { stored: { dataJson, format: format ?? undefined } };
    },
    ...(storedFacts && { hitFacts: storedFacts }),
    async miss(event) {
      const [{ apiCallerOf }, { read, create }] = await Promise.all([import('../platform/http/caller.ts'), load()]);
      const request = await read(event, settings);
      const { answer, learning, facts } = await create(request, apiCallerOf(event), { db, runs, settings });
      noteFacts(event, { ...facts, source_ms: sourceDurations(answer.sources) });
      const dataJson = JSON.stringify(answer);
      if (learning) await cached.keep(event, { dataJson, ...learning, sources: answer.sources });
      return { dataJson, format: request.format };
    },
    respond(event, { dataJson, format }) {
      const answer = () => JSON.parse(dataJson) as Found;
      const csv = { format, name: () => name(answer()), table: () => table(answer()) };
      return responseTo(event, { json: dataJson, csv, revision: null });
    },
  });
}

/** Parameters without effect on the stored answer: the gateway has read the key, and the format is applied later. */
const IGNORED_PARAMETERS = ['api_key', 'format'];

interface CachedAnswersOptions {
  answers: ReadyAnswers;
  runs: Pick<LearningRuns, 'read'>;
  /** Returns whether an answer that was created in one state is the same in another. */
  isSame: (before: LearningState, now: LearningState) => boolean;
  /** File of the handler: its content contains the names of its imports, and so changes with the code. */
  file: string;
  disabled: ReadonlySet<string>;
}

interface CreatedAnswer {
  dataJson: string;
  language: string;
  /** State when the answer was created. */
  state: LearningState;
  sources: SourceReport[];
}

/**
 * Creates the cache of complete answers from stored data only, which can be sent again without being created. Cached
 * answers load this file. Parameters were validated before an answer is stored.
 */
export function createCachedAnswers({ answers, runs, isSame, file, disabled }: CachedAnswersOptions) {
  const code = createHash('sha256')
    .update(readFileSync(file))
    .update([...disabled].toSorted().join());

  return {
    /** @returns `data` as JSON text; `null` if the answer has to be created, also if the stored one cannot be read */
    async find(event: APIGatewayProxyEvent): Promise<string | null> {
      const name = nameOf(event, code.copy());
      const ready = name === null ? null : await answers.read(name).catch(logWarning('stored answer not read'));
      if (!ready) return null;
      return isSame(ready.state, await runs.read(ready.language)) ? ready.dataJson : null;
    },

    /**
     * Stores an answer for the same request, if it was created from stored answers only, and none is missing. The
     * response does not depend on it.
     */
    async keep(event: APIGatewayProxyEvent, { sources, ...answer }: CreatedAnswer): Promise<void> {
      const name = nameOf(event, code.copy());
      if (name === null || !isSame(answer.state, answer.state) || !sources.every(isSettled)) return;
      await waitBriefly(answers.write(name, answer), logWarning('answer not stored'));
    },
  };
}

/** Returns whether the next request would get the same from this source. */
function isSettled({ status, from_cache }: SourceReport): boolean {
  return from_cache ? status === 'ok' || status === 'empty' : status === 'skipped' || status === 'unsupported';
}

/** @returns `null` for requests whose answers are not stored: those with domains, which change anyway, and refreshes */
function nameOf(event: APIGatewayProxyEvent, hash: ReturnType<typeof createHash>): string | null {
  const given = Object.entries(event.multiValueQueryStringParameters ?? {});
  if (given.some(([, values]) => values!.length > 1)) return null;
  const requested = given.flatMap(([name, values]) => {
    const value = values![0];
    return value && !IGNORED_PARAMETERS.includes(name) ? [[name, value]] : [];
  });
  const isPlain = requested.every(([name, value]) => name !== 'domain' && (name !== 'refresh' || value === '0'));
  return isPlain ? hash.update(JSON.stringify([event.resource, requested.toSorted()])).digest('base64url') : null;
}

/** How long an answer is valid: keywords of pages are added to the index even if no engine is requested. */
const VALID_MS = 3_600_000;
/** Time limit of reading an answer, which can be created instead. */
const READ_MS = 1_000;
/** Maximum size: an item of DynamoDB is limited to 400 KB. */
const MAX_BYTES = 300_000;

/** An answer as it was sent, and the state on which it depends. */
interface ReadyAnswer {
  /** `data` as JSON text. */
  dataJson: string;
  /** Language and its state of learning when the answer was created. */
  language: string;
  state: LearningState;
}

interface ReadyItem {
  /** JSON text, compressed with Brotli, in Base64. */
  content: string;
  /** JSON. */
  created_from: string;
  /** Milliseconds since the epoch. */
  valid_until: number;
}

/** Store of complete answers that were created from stored data only. */
type ReadyAnswers = ReturnType<typeof createReadyAnswers>;

/** Creates the store in the `Coordination` table. Cached answers load this file. */
export function createReadyAnswers(db: DynamoDB, table: string, now: () => number) {
  const store = { db, table };
  const keyOf = (name: string) => ({ id: `answer#${name}` });
  return {
    /** @returns `null` if there is none, or it is too old */
    async read(name: string): Promise<ReadyAnswer | null> {
      const item = await getItem<ReadyItem>(store, keyOf(name), { withinMs: READ_MS });
      if (!item || item.valid_until <= now()) return null;
      const { language, state } = JSON.parse(item.created_from) as Pick<ReadyAnswer, 'language' | 'state'>;
      return { dataJson: brotliDecompressSync(Buffer.from(item.content, 'base64')).toString(), language, state };
    },

    /** Stores an answer for an hour, unless it is too large. */
    async write(name: string, { dataJson, language, state }: ReadyAnswer): Promise<void> {
      const content = brotliCompressSync(dataJson).toString('base64');
      if (content.length > MAX_BYTES) return;
      const valid_until = now() + VALID_MS;
      const set: ReadyItem = { content, created_from: JSON.stringify({ language, state }), valid_until };
      const update = { set: { ...set, expires_at: Math.ceil(valid_until / 1000) }, repeatable: true };
      await updateItem(store, keyOf(name), update);
    },
  };
}
