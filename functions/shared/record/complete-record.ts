import type { CompleteRecordTask } from '../storage/work-queue.ts';
import { askSources, type SourceResult } from './ask-sources.ts';
import { type Figures, figuresOf } from './figures.ts';
import { keepPast } from './keep-past.ts';
import { makeEntry, recordOf } from './make-entry.ts';
import { mergeRecord } from './merge-record.ts';
import type { DomainRecord } from './record.ts';
import type { RecordServices } from './refresh-record.ts';

/** Others write to the entry seldom; who loses so often in a row has met something else. */
const MAX_TRIES = 5;
/** A source that is too busy is put off so often; then a later hit has it asked again. */
const MAX_ATTEMPTS = 5;
const PUT_OFF_MS = 30_000;

/** The entry changed each time it was to be written. */
export class EntryContended extends Error {
  readonly code = 'entry_contended';
}

/**
 * Asks sources that were too slow, too busy or down when a caller waited, and puts what they say into the entry. What
 * stands there meanwhile is kept: a refresh that came between is completed, not undone.
 */
export async function completeRecord(task: CompleteRecordTask, services: RecordServices): Promise<void> {
  const { domain } = task;
  const entry = await services.cache.read(domain, { consistent: true });
  if (!entry) return;
  const homeUrl = recordOf(entry).page?.final_url ?? null;
  const asked = services.sources.filter(({ id }) => task.sources.includes(id));
  const askedAt = services.now();
  const results = await askSources(domain, asked, homeUrl, 'background', services);

  await putOff(task, results, services);
  await keepPast(domain, results, services);
  const completed = await mergeIntoEntry(domain, results, askedAt, services);
  if (completed) await services.history.amend(domain, completed.updatedAt, completed.figures);
}

async function putOff(task: CompleteRecordTask, results: SourceResult[], { queue }: RecordServices): Promise<void> {
  const busy = results.filter(({ answer }) => answer.error?.code === 'busy').map(({ source }) => source.id);
  if (busy.length === 0 || task.attempt >= MAX_ATTEMPTS) return;
  await queue.send({ ...task, sources: busy, attempt: task.attempt + 1 }, PUT_OFF_MS);
}

async function mergeIntoEntry(domain: string, results: SourceResult[], askedAt: number, services: RecordServices) {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const entry = await services.cache.read(domain, { consistent: true });
    if (!entry) return null;
    const current = recordOf(entry);
    const news = results.filter((result) => isNews(result, current, askedAt));
    const record = mergeRecord(current, news, services.sources, services.now());
    const amended = { ...entry, ...makeEntry(domain, record, entry, entry.updatedAt, services.now()) };
    if (await services.cache.amend(amended)) return { updatedAt: entry.updatedAt, figures: newFigures(record, news) };
  }
  throw new EntryContended(`The entry of ${domain} changed ${MAX_TRIES} times while it was to be completed`);
}

/** What the entry has got from the same source since the question was asked is newer. */
function isNews({ source }: SourceResult, current: DomainRecord, askedAt: number): boolean {
  const report = current.sources.find(({ id }) => id === source.id);
  return !report?.fetched_at || report.from_cache || Date.parse(report.fetched_at) <= askedAt;
}

function newFigures(record: DomainRecord, news: SourceResult[]): Partial<Figures> {
  return figuresOf(record, new Set(news.filter(({ answer }) => answer.sections).map(({ source }) => source.id)));
}
