import { UNSPACED } from './words.ts';

/** Number of hash functions: the standard error of a similarity of 90 % is 2.7 points. */
const SIZE = 128;
/** Shorter texts have too few shingles: one changed word would make a large difference. */
const MIN_WORDS = 50;
/** Words of a shingle. */
const SHINGLE = 3;

const WORDS = new RegExp(`[${UNSPACED}]|[\\p{L}\\p{N}]+`, 'gu');
/** Factors (odd) and summands of the hash functions, from a fixed sequence of pseudo-random numbers. */
const FACTORS = Int32Array.from({ length: SIZE }, (_, index) => mix(2 * index + 1) | 1);
const SUMMANDS = Int32Array.from({ length: SIZE }, (_, index) => mix(2 * index + 2));

/**
 * Returns a MinHash sketch of a text, by which its similarity to other texts can be estimated: the lowest value of each
 * of 128 hash functions over the text's shingles of three words, reduced to one byte (b-bit MinHash). A character of a
 * script without spaces is a word; case is ignored.
 *
 * @returns base64 of 128 bytes; empty if the text has fewer than 50 words
 * @see https://www.cs.princeton.edu/courses/archive/spr05/cos598E/bib/broder97resemblance.pdf (Broder, 1997)
 * @see https://arxiv.org/abs/0910.3349 (Li and König, 2010)
 */
export function textSketch(text: string): string {
  const hashes = shingles(text);
  if (hashes.length === 0) return '';
  const lowest = new Uint32Array(SIZE).fill(0xffffffff);
  for (const hash of hashes) {
    for (let index = 0; index < SIZE; index++) {
      const value = (Math.imul(hash, FACTORS[index]!) + SUMMANDS[index]!) >>> 0;
      if (value < lowest[index]!) lowest[index] = value;
    }
  }
  return Buffer.from(lowest.map((value) => mix(value) & 0xff)).toString('base64');
}

/**
 * Returns the hashes of the shingles of a text, in order.
 *
 * @returns empty if the text has fewer than 50 words
 */
export function shingles(text: string): Int32Array {
  const words = Int32Array.from(text.toLowerCase().match(WORDS) ?? [], hashOfWord);
  if (words.length < MIN_WORDS) return new Int32Array(0);
  return Int32Array.from({ length: words.length - SHINGLE + 1 }, (_, start) => {
    let hash = 0;
    for (let index = start; index < start + SHINGLE; index++) hash = Math.imul(hash, 31) + words[index]!;
    return mix(hash);
  });
}

/** FNV-1a of the UTF-16 units of a word. */
function hashOfWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash;
}

/** The finalizer of MurmurHash3, after which each bit depends on all bits of the input. */
function mix(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return second ^ (second >>> 16);
}

/**
 * Estimates the Jaccard similarity of the shingles of two texts.
 *
 * @param least similarity below which 0 is returned, which takes less time
 * @returns from 0 to 1
 */
export function similarity(one: Uint8Array, other: Uint8Array, least = 0): number {
  // Two different values have the same byte with a probability of 1/256.
  const chance = 1 / 256;
  const maxDifferences = SIZE * (1 - least) * (1 - chance);
  let differences = 0;
  for (let index = 0; index < SIZE; index++) {
    if (one[index] !== other[index] && ++differences > maxDifferences) return 0;
  }
  return Math.max(0, 1 - differences / SIZE / (1 - chance));
}
