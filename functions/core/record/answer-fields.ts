import { type Fields, readFields, selectFields } from '../platform/http/fields.ts';
import { frontOf, pendingOf } from './answer-data.ts';
import type { CachedRecord } from './cached-record.ts';
import { domainMembers } from './members.computed.ts';
import { isSettled } from './merge-record.ts';
import type { DomainAnswer, DomainRecord, SourceReport } from './record.ts';

/** Members that tell how far the record is. */
const PROGRESS = ['pending', 'poll_after_seconds', 'complete', 'sources'];
/** Members that are in each answer, chosen or not. */
const ALWAYS = ['domain', 'cache_status', 'updated_at', ...PROGRESS];

/** Whether `fields` names members of the answer, as the parameter has to. */
export function areDomainFields(text: string): boolean {
  return readFields(text, domainMembers) !== null;
}

/** `data` of an answer for an entry, with chosen members alone; `now` in milliseconds since the epoch. */
type ChosenAnswer = (entry: CachedRecord, cacheStatus: DomainAnswer['cache_status'], now: number) => unknown;

/**
 * Makes `data` of answers with chosen members alone, of as many entries as one likes. The sources, and how far they are,
 * are those that fill the chosen members; all of them where nothing but these is chosen.
 *
 * @param fields as the parameter, valid
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
 * The same for one entry, as JSON text.
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

/** Whether a choice has something of a section, such as `popularity.tranco`. */
function isTouched([first, ...rest]: string[], fields: Fields): boolean {
  if (first === undefined) return true;
  const below = fields.get(first);
  return below === null || (below !== undefined && isTouched(rest, below));
}
