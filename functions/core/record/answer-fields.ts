import { type Fields, readFields, selectFields } from '../platform/http/fields.ts';
import { frontOf } from './answer-data.ts';
import { type CachedRecord, pendingOf } from './cached-record.ts';
import { domainMembers } from './members.computed.ts';
import { isSettled } from './merge-record.ts';
import type { DomainAnswer, DomainRecord, SourceReport } from './record.ts';

/** Members about the progress of the record. */
const PROGRESS = ['pending', 'poll_after_seconds', 'complete', 'sources'];
/** Members that are in each answer, whether `fields` lists them or not. */
const ALWAYS = ['domain', 'cache_status', 'updated_at', ...PROGRESS];

/** Whether all names in the parameter `fields` are members of the answer. */
export function areDomainFields(text: string): boolean {
  return readFields(text, domainMembers) !== null;
}

/** Returns `data` of an answer for an entry, with only the chosen members; `now` in milliseconds since the epoch. */
type ChosenAnswer = (entry: CachedRecord, cacheStatus: DomainAnswer['cache_status'], now: number) => unknown;

/**
 * Creates a function that returns `data` of the answer for an entry, with only the members of `fields`. `sources` and
 * the progress are of the sources that fill these members, or of all sources if only these members are chosen.
 *
 * @param fields a valid value of the parameter
 */
export function chooseAnswer(fields: string): ChosenAnswer {
  const chosen = readFields(fields, domainMembers)!;
  const isOfChosen = sourceFilter(chosen);
  const selected: Fields = new Map([...chosen, ...ALWAYS.map((name) => [name, null] as const)]);
  return (entry, cacheStatus, now) => {
    const record = JSON.parse(entry.recordJson) as DomainRecord;
    const sources = record.sources.filter(isOfChosen);
    const data = {
      ...frontOf(entry, cacheStatus, pendingOf(sources), now),
      ...record,
      complete: sources.every(isSettled),
      sources,
    };
    return selectFields(data, selected, domainMembers);
  };
}

/**
 * Returns `data` of the answer for one entry as JSON text, with only the members of `fields`.
 *
 * @param now milliseconds since the epoch
 */
export function answerFields(
  entry: CachedRecord,
  cacheStatus: DomainAnswer['cache_status'],
  fields: string,
  now: number,
): string {
  return JSON.stringify(chooseAnswer(fields)(entry, cacheStatus, now));
}

function sourceFilter(fields: Fields): (report: SourceReport) => boolean {
  const names = [...fields.keys()];
  const isProgressAlone = names.some((name) => PROGRESS.includes(name)) && names.every((name) => ALWAYS.includes(name));
  return (report) => isProgressAlone || report.fields.some((path) => isTouched(path.split('.'), fields));
}

/** Whether the chosen fields include a section, such as `popularity.tranco`, or a part of it. */
function isTouched([first, ...rest]: string[], fields: Fields): boolean {
  if (first === undefined) return true;
  const below = fields.get(first);
  return below === null || (below !== undefined && isTouched(rest, below));
}
