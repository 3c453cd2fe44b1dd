import { type EngineId, engineIds, enginesOf } from './engine-id.ts';
import type { KeywordFacts } from './facts.ts';
import { type Ranks, SCORE_VERSION, scoreOf, sumOfEvidence } from './score.ts';
import { charCount, wordCount } from './words.ts';

/** What engines answered to the text that an answer is about: what its scores are compared with. */
export interface Seed {
  /** Places of each keyword that they suggested for the text itself. */
  places: ReadonlyMap<string, Ranks>;
  /** Engines of its language that suggested something for it; all engines of its language, where none did. */
  engines: readonly EngineId[];
}

/** For keywords apart from a search text, such as postings. */
export const NO_SEED: Seed = { places: new Map(), engines: engineIds };

interface Counts {
  word_count: number;
  /** Code points. */
  char_count: number;
}

/** A keyword with the values that are derived from its facts. */
export interface Keyword extends KeywordFacts, Counts {
  /** What it is ordered by; 0 where nothing is known. */
  evidence: number;
  /** 0 to 100; `null` where no engine suggests it. */
  score: number | null;
  score_basis: 'autocomplete' | 'page';
  score_version: string;
}

/**
 * Derives the score from autocomplete, and the counts.
 *
 * @param facts with the counts where they are known: another release of the segmenter may count differently
 */
export function keywordOf(facts: KeywordFacts & Partial<Counts>, seed: Seed): Keyword {
  const evidence = evidenceFor(facts, seed);
  return {
    ...counted(facts),
    evidence,
    score: evidence > 0 ? scoreOf(evidence, seed.engines.length) : null,
    score_basis: 'autocomplete',
    score_version: SCORE_VERSION,
  };
}

/**
 * Only engines of the language count, so that asking another one changes no score: those of the text's language for
 * the text itself, those of the keyword's language for other questions, as in its postings.
 *
 * @returns millionths; a few of them where engines of other languages alone suggest it
 */
function evidenceFor({ keyword, language, ranks, short_ranks }: KeywordFacts, { places, engines }: Seed): number {
  const own = language === null ? engineIds : enginesOf(language);
  const seed = only(places.get(keyword), engines);
  const evidence = sumOfEvidence({ seed, letter: only(short_ranks, own), modifier: only(ranks, own) });
  return evidence > 0 ? evidence : Object.keys(ranks).length;
}

const only = (ranks: Ranks = {}, engines: readonly EngineId[]): Ranks =>
  Object.fromEntries(engines.filter((engine) => ranks[engine] !== undefined).map((engine) => [engine, ranks[engine]]));

/** Takes the score from the page that the keyword stands on. */
export function keywordOfPage(facts: KeywordFacts, score: number): Keyword {
  return { ...counted(facts), evidence: score, score, score_basis: 'page', score_version: SCORE_VERSION };
}

function counted(facts: KeywordFacts & Partial<Counts>): KeywordFacts & Counts {
  const { keyword, word_count = wordCount(keyword), char_count = charCount(keyword) } = facts;
  return { ...facts, word_count, char_count };
}
