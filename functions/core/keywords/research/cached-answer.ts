import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { SourceReport } from '../../record/record.ts';
import type { LearningRuns, LearningState } from './learning-runs.ts';
import type { ReadyAnswers } from '../ready-answers.ts';

/** Parameters that make no other answer: the gateway has read the key, and the form is chosen when it is sent. */
const NO_MATTER = ['api_key', 'format'];

export interface CachedAnswersOptions {
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
