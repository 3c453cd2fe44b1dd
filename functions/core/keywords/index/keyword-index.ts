import { counted, type KeywordFacts, keywordOf, mergeAll, mergeFacts, NO_SEED } from '../keyword.ts';
import { sortKeys } from '../order.ts';
import { stemsOf, termsOf } from '../../analysis/language/terms.ts';
import { DAY_MS } from '../../platform/time/day.ts';
import { countryPrefix, postingList, SCORE_KEY, volumeList } from './posting-list.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absent, absentOr, atMost } from '../../platform/dynamodb/expressions.ts';
import { bindStore } from '../../platform/bind-store.ts';
import { putItem, type Table, updateItem } from '../../platform/dynamodb/table.ts';
import { eachAtOnce, getItems } from '../../platform/dynamodb/many-items.ts';

/** Maximum number of attempts: conflicting writes of one keyword are rare, so that more have another cause. */
const MAX_TRIES = 5;
/** Minimum interval between writes of a keyword that has only been seen again: a write replaces all of its postings. */
const SEEN_AGAIN_MS = 7 * DAY_MS;

/** A keyword was changed by another writer in each attempt to write it. */
export class KeywordsContended extends Error {
  readonly code = 'keywords_contended';
}

/** The stored item of a keyword, without its postings. */
interface StoredFacts {
  facts: KeywordFacts;
  /** Grows with each change. */
  version: number;
  /** Version of the postings, until a newer one is being written. */
  indexed: number;
}

/** The item of a keyword. */
interface FactsItem extends Omit<StoredFacts, 'facts'> {
  keyword: string;
  /** JSON. */
  facts: string;
}

const keyOf = (keyword: string) => ({ list: `keyword:${keyword}`, keyword });

/** @param keywords without duplicates */
async function readStored(store: Table, keywords: string[]): Promise<Map<string, StoredFacts>> {
  const items = await getItems<FactsItem>(store, keywords.map(keyOf), { consistent: true });
  return new Map(
    items.map(({ keyword, facts, version, indexed }) => [
      keyword,
      { facts: JSON.parse(facts) as KeywordFacts, version, indexed },
    ]),
  );
}

/** @returns false if another writer has changed it since it was read */
function writeFacts(store: Table, { facts, version, indexed }: StoredFacts): Promise<boolean> {
  const item = { ...keyOf(facts.keyword), facts: JSON.stringify(facts), version, indexed };
  return putItem(store, item, { when: { version: version === 1 ? absent : version - 1 } });
}

/** Writes a posting, unless there is one of a newer version: a delayed writer must not replace it. */
async function writePosting(store: Table, posting: Posting): Promise<void> {
  await putItem(store, posting, { when: { version: absentOr(atMost(posting.version)) } });
}

/** @returns false if the facts have changed since: the postings are not those of the newest version */
const markIndexed = (store: Table, { facts, version }: StoredFacts) =>
  updateItem(store, keyOf(facts.keyword), { set: { indexed: version }, when: { version } });

/** @returns the findings that have to be merged again */
async function tryToLearn(store: Table, findings: KeywordFacts[]): Promise<KeywordFacts[]> {
  const known = await readStored(
    store,
    findings.map(({ keyword }) => keyword),
  );
  const again: KeywordFacts[] = [];
  const changed: StoredFacts[] = [];
  await eachAtOnce(findings, async (finding) => {
    const before = known.get(finding.keyword);
    const facts = before ? mergeFacts(before.facts, finding) : finding;
    const isNews = !before || !isSame(before.facts, facts);
    if (!isNews && before.indexed === before.version) return;
    const next = isNews ? { facts, version: (before?.version ?? 0) + 1, indexed: before?.indexed ?? 0 } : before;
    if (!isNews || (await writeFacts(store, next))) changed.push(next);
    else again.push(finding);
  });
  await eachAtOnce(changed.flatMap(postingsOf), (posting) => writePosting(store, posting));
  await eachAtOnce(changed, async (facts) => {
    if (!(await markIndexed(store, facts))) again.push(facts.facts);
  });
  return again;
}

/**
 * Merges findings into the stored facts and writes the postings of changed keywords. Repeating it changes nothing,
 * also with concurrent calls, and the next call completes one that was interrupted.
 */
async function learn(store: Table, findings: KeywordFacts[]): Promise<void> {
  let rest = [...mergeAll(findings).values()];
  for (let tries = 0; rest.length > 0; tries += 1) {
    if (tries === MAX_TRIES) throw new KeywordsContended(`${rest.length} keywords changed ${MAX_TRIES} times`);
    rest = [...mergeAll(await tryToLearn(store, rest)).values()];
  }
}

/** @returns the facts of each of these keywords that is known, by keyword */
async function read(store: Table, keywords: string[]): Promise<Map<string, KeywordFacts>> {
  const stored = await readStored(store, [...new Set(keywords)]);
  return new Map([...stored].map(([keyword, { facts }]) => [keyword, facts]));
}

export type KeywordIndex = ReturnType<typeof createKeywordIndex>;

/**
 * Creates the keyword index in the `Keywords` table. Each keyword has one item with its facts, in a list of its own,
 * and one posting for each of its terms, whose sort keys are its positions in the sort orders.
 */
export function createKeywordIndex(db: DynamoDB, table: string) {
  return bindStore({ db, table }, { read, learn });
}

type Posting = ReturnType<typeof postingsOf>[number];

/**
 * Returns the items that make a keyword findable by each of its terms, and by the stems of its words; and by its search
 * volume, if a provider has returned metrics. Those have no other keys, so that no other index contains them.
 */
export function postingsOf({ facts, version }: Pick<StoredFacts, 'facts' | 'version'>) {
  const { keyword, language, metrics } = facts;
  const entry = counted(facts);
  const placed = keywordOf(entry, NO_SEED);
  const posting = { keyword, version, entry: JSON.stringify(entry) };
  const keys = {
    [SCORE_KEY]: sortKeys.score(placed),
    recent_key: sortKeys.recent(placed),
    word_count_key: sortKeys.word_count(placed),
  };
  const terms = [...termsOf(keyword), ...stemsOf(keyword, language)];
  const postings = terms.map((term) => ({ list: postingList(term), ...posting, ...keys }));
  if (!metrics?.country) return postings;
  const recent_key = countryPrefix(metrics.country) + sortKeys.search_volume(placed);
  return [...postings, ...terms.map((term) => ({ list: volumeList(term), ...posting, recent_key }))];
}

function isSame(before: KeywordFacts, after: KeywordFacts): boolean {
  const sinceSeen = Date.parse(after.last_seen_at) - Date.parse(before.last_seen_at);
  return (
    sinceSeen < SEEN_AGAIN_MS &&
    JSON.stringify({ ...after, last_seen_at: before.last_seen_at }) === JSON.stringify(before)
  );
}
