import type { StopWords } from './stop-words.ts';
import type { Token } from './tokens.ts';

export type Place = 'title' | 'h1' | 'h2' | 'heading' | 'description' | 'keywords' | 'anchor';

const MAX_WORDS = 4;
/** Tokens that are not words: keys, hashes, URLs. */
const MAX_WORD_LENGTH = 40;
/** The longest keyword that can be asked for. */
const MAX_PHRASE_LENGTH = 100;

/** A candidate for a keyword of the page. */
export class Candidate {
  readonly phrase: string;
  /** It has a connecting word inside. */
  readonly isBound: boolean;
  readonly #tokens: readonly Token[];
  /** Positions other than the running text. */
  readonly places = new Set<Place>();
  /** Occurrences in total, and in the text. */
  count = 0;
  bodyCount = 0;

  constructor(phrase: string, tokens: readonly Token[], isBound: boolean) {
    this.phrase = phrase;
    this.isBound = isBound;
    this.#tokens = tokens;
  }

  get words(): string[] {
    return this.#tokens.map(({ word }) => word).filter((word) => word !== '&');
  }

  /** Whether the words of another phrase occur in this one in sequence. */
  holds(other: Candidate): boolean {
    const [words, part] = [this.#tokens, other.#tokens];
    return words.some((_, start) => part.every(({ word }, index) => words[start + index]?.word === word));
  }
}

/** Collects the phrases of a page. */
export class Candidates {
  readonly #stopWords: StopWords;
  readonly #byPhrase = new Map<string, Candidate>();

  constructor(stopWords: StopWords) {
    this.#stopWords = stopWords;
  }

  /** @param chunks runs of words that only spaces separate */
  add(chunks: readonly Token[][], place: Place | 'body'): void {
    for (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start++) this.#addFrom(chunk, start, place);
    }
  }

  /** @returns phrases outside the running text, or that occur more than once in it; in order of first occurrence */
  found(): Candidate[] {
    return [...this.#byPhrase.values()].filter(({ places, count }) => places.size > 0 || count > 1);
  }

  /** Phrases that begin with one word. */
  #addFrom(chunk: readonly Token[], start: number, place: Place | 'body'): void {
    const first = chunk[start]!;
    if (this.#stopWords.isStop(first)) return;
    let phrase = '';
    let words = 0;
    let isBound = false;
    for (let index = start; index < chunk.length && words < MAX_WORDS; index++) {
      const token = chunk[index]!;
      if (token.word.length > MAX_WORD_LENGTH) return;
      phrase += index === start || token.glued ? token.word : ` ${token.word}`;
      if (token.word !== '&') words++;
      if (this.#stopWords.isStop(token)) {
        if (!this.#stopWords.binds(token)) return;
        isBound ||= token.word !== '&';
      } else if (phrase.length <= MAX_PHRASE_LENGTH && (index > start || isWord(token))) {
        this.#count(phrase, chunk, start, index + 1, isBound, place);
      }
    }
  }

  #count(phrase: string, chunk: readonly Token[], start: number, end: number, isBound: boolean, place: Place | 'body') {
    let candidate = this.#byPhrase.get(phrase);
    if (!candidate) {
      candidate = new Candidate(phrase, chunk.slice(start, end), isBound);
      this.#byPhrase.set(phrase, candidate);
    }
    candidate.count++;
    if (place === 'body') candidate.bodyCount++;
    else candidate.places.add(place);
  }
}

/** Whether it has a meaning alone: not a number or a single character (but `C#`). */
function isWord({ word }: Token): boolean {
  return word.length > 1 && !/^[\p{N}.'_-]+$/u.test(word);
}
