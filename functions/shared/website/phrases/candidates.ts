import type { StopWords } from './stop-words.ts';
import type { Token } from './tokens.ts';

export type Place = 'title' | 'h1' | 'h2' | 'heading' | 'description' | 'keywords' | 'anchor';

const MAX_WORDS = 4;
/** Words that are none: keys, hashes, addresses. */
const MAX_WORD_LENGTH = 40;
/** The longest keyword that can be asked for. */
const MAX_PHRASE_LENGTH = 100;

/** A phrase that may say what a page is about. */
export class Candidate {
  readonly phrase: string;
  /** A word that only binds stands inside. */
  readonly isBound: boolean;
  readonly #tokens: readonly Token[];
  /** Places besides the running text. */
  readonly places = new Set<Place>();
  /** Occurrences in all places together, and in the text. */
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

  /** Whether the words of another phrase stand in this one, one behind the other. */
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

  /** @param chunks words with nothing but spaces between them */
  add(chunks: readonly Token[][], place: Place | 'body'): void {
    for (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start++) this.#addFrom(chunk, start, place);
    }
  }

  /** @returns what stands in a place of its own, or more than once in the text; in order of first occurrence */
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

/** Says something alone: no number, no single character (but C# does). */
function isWord({ word }: Token): boolean {
  return word.length > 1 && !/^[\p{N}.'_-]+$/u.test(word);
}
