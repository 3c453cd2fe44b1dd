import { BREAK, type PageTexts } from '../page/page-texts.ts';
import type { PageKeyword } from '../../record/page-keyword.ts';
import { hasOwnScript, scriptLanguage } from '../words/language.ts';
import { isBoilerplate } from './boilerplate.ts';
import { type Candidate, Candidates } from './candidates.ts';
import { stopWordsOf } from './stop-words.ts';
import { chunksOf, type Token } from './tokens.ts';
import { urlWords } from './url-words.ts';

export const MAX_PAGE_KEYWORDS = 100;

/** Points for each place where a phrase stands; it may stand in several. */
const POINTS = { title: 30, h1: 25, h2: 12, description: 12, url: 10, heading: 8, keywords: 8, anchor: 6 };
/** For each doubling of its occurrences in the text, and the most of these points. */
const BODY = { doubling: 5, most: 15 };
/** Parts that remain of the points: of a lone word, with a word inside that only binds, of what stands on any site. */
const REDUCED = { lone: 0.6, bound: 0.6, boilerplate: 0.2 };

/**
 * The phrases that a page is about, best first.
 *
 * Candidates are one to four neighbouring words of one sentence and line, with no stop word at the ends. The score is
 * the sum of points for each place where the phrase stands (title 30, h1 25, h2 12, meta description 12, address 10,
 * other headings 8, meta keywords 8, links 6) and 5 for each doubling of its occurrences in the text, 15 at most. Of it
 * remain 60 % for a lone word, 60 % where a word inside only binds ("type of stove"), and 20 % for what stands on any
 * site ("home"). A phrase that stands nowhere but in the running text counts from its second occurrence on; one that
 * stands only inside a longer phrase that scores no less is dropped.
 *
 * @returns at most {@link MAX_PAGE_KEYWORDS}; the same for the same texts; every one stands on the page
 */
export function pageKeywords(texts: PageTexts): PageKeyword[] {
  const inUrl = urlWords(texts.url);
  const language = languageOf(texts.lang);
  return best(candidatesOf(texts), inUrl)
    .slice(0, MAX_PAGE_KEYWORDS)
    .map(({ candidate, score }) => ({
      keyword: candidate.phrase,
      score,
      language: phraseLanguage(candidate.phrase, language),
      domain_match: {
        in_title: candidate.places.has('title'),
        in_h1: candidate.places.has('h1'),
        in_description: candidate.places.has('description'),
        in_url: inUrl(candidate.words),
      },
    }));
}

function candidatesOf(texts: PageTexts): Candidate[] {
  const headings = (wanted: (level: number) => boolean) =>
    texts.headings.flatMap(({ level, text }) => (wanted(level) ? [text] : [])).join(BREAK);
  const body = chunksOf(texts.body);
  const places = {
    title: chunksOf(texts.title),
    h1: chunksOf(headings((level) => level === 1)),
    description: chunksOf(texts.description),
    keywords: chunksOf(texts.keywords),
    h2: chunksOf(headings((level) => level === 2)),
    heading: chunksOf(headings((level) => level > 2)),
    anchor: chunksOf(texts.anchors.join(BREAK)),
  };
  const all: Token[][] = [...Object.values(places).flat(), ...body];
  const candidates = new Candidates(stopWordsOf(all, texts.lang));
  for (const [place, chunks] of Object.entries(places) as [keyof typeof places, Token[][]][]) {
    candidates.add(chunks, place);
  }
  candidates.add(body, 'body');
  return candidates.found();
}

type InUrl = ReturnType<typeof urlWords>;

interface Scored {
  candidate: Candidate;
  score: number;
  words: number;
}

function best(candidates: Candidate[], inUrl: InUrl): Scored[] {
  const scored = candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate, inUrl), words: candidate.words.length }))
    .sort((one, other) => other.score - one.score || other.words - one.words)
    .slice(0, MAX_PRUNED);
  const alike = Map.groupBy(scored, ({ candidate }) => candidate.count);
  return scored.filter((one) => !alike.get(one.candidate.count)!.some((other) => swallows(other, one)));
}

/** Number of best candidates that are compared with each other. */
const MAX_PRUNED = 400;

/** For phrases that occur equally often: a phrase that only occurs inside a longer one is less specific. */
function swallows(longer: Scored, shorter: Scored): boolean {
  return (
    longer.score >= shorter.score &&
    longer.candidate.phrase.length > shorter.candidate.phrase.length &&
    longer.candidate.phrase.includes(shorter.candidate.phrase) &&
    longer.candidate.holds(shorter.candidate)
  );
}

function scoreOf(candidate: Candidate, inUrl: InUrl): number {
  let points = Math.min(BODY.most, BODY.doubling * Math.log2(Math.max(1, candidate.bodyCount)));
  for (const place of candidate.places) points += POINTS[place];
  if (inUrl(candidate.words)) points += POINTS.url;
  if (candidate.words.length === 1) points *= REDUCED.lone;
  if (candidate.isBound) points *= REDUCED.bound;
  if (isBoilerplate(candidate.phrase)) points *= REDUCED.boilerplate;
  return Math.min(100, Math.max(1, Math.round(points)));
}

function languageOf(tag: string | null): string | null {
  return /^[a-z]{2,3}(?=[-_]|$)/i.exec(tag?.trim() ?? '')?.[0].toLowerCase() ?? null;
}

/** The script decides before the page's language; Han characters may be Japanese or Korean on such pages. */
function phraseLanguage(phrase: string, page: string | null): string | null {
  const script = scriptLanguage(phrase);
  if (script === 'zh' && (page === 'ja' || page === 'ko')) return page;
  return script ?? (page !== null && hasOwnScript(page) ? null : page);
}
