/** Number of hash functions. */
const FUNCTIONS = 8;
/** Each function distributes the shingles over so many bins, of which each has its lowest value. */
const BINS = 16;
/** Number of values of a sketch: the standard error of a similarity of 90 % is 2.7 points. */
const SIZE = FUNCTIONS * BINS;
/** Shorter texts have too few shingles: one changed word would make a large difference. */
const MIN_WORDS = 50;
/** Words of a shingle. */
const SHINGLE = 3;

/** Factors (odd) and summands of the hash functions, from a fixed sequence of pseudo-random numbers. */
const FACTORS = Int32Array.from({ length: FUNCTIONS }, (_, index) => mix(2 * index + 1) | 1);
const SUMMANDS = Int32Array.from({ length: FUNCTIONS }, (_, index) => mix(2 * index + 2));
const NONE = 0xffffffff;

/**
 * Returns a MinHash sketch of a text, by which its similarity to other texts can be estimated: 128 lowest values of hash
 * functions over the text's shingles of three words, each reduced to one byte. A character of a script without spaces is a
 * word; case is ignored.
 *
 * @returns base64 of 128 bytes; empty if the text has fewer than 50 words
 * @see https://www.cs.princeton.edu/courses/archive/spr05/cos598E/bib/broder97resemblance.pdf (MinHash; Broder, 1997)
 * @see https://arxiv.org/abs/0910.3349 (one byte of each value; Li and König, 2010)
 * @see https://arxiv.org/abs/1406.4784 (bins, and empty ones; Shrivastava and Li, 2014)
 */
export function textSketch(text: string): string {
  const hashes = shingles(text);
  if (hashes.length === 0) return '';
  const lowest = new Uint32Array(SIZE).fill(NONE);
  for (const hash of hashes) {
    for (let index = 0; index < FUNCTIONS; index++) {
      const value = (Math.imul(hash, FACTORS[index]!) + SUMMANDS[index]!) >>> 0;
      const slot = BINS * index + (value & (BINS - 1));
      if (value < lowest[slot]!) lowest[slot] = value;
    }
  }
  return Buffer.from(lowest.map((_, slot) => mix(valueOf(lowest, slot)) & 0xff)).toString('base64');
}

/** @returns the value of a bin; for an empty one, a value derived from the next bin of its function that is not empty */
function valueOf(lowest: Uint32Array, slot: number): number {
  const first = slot - (slot % BINS);
  for (let distance = 0; distance < BINS; distance++) {
    const value = lowest[first + ((slot + distance) % BINS)]!;
    if (value !== NONE) return value + distance;
  }
  return NONE;
}

/**
 * Returns the hashes of the shingles of a text, in order.
 *
 * @returns empty if the text has fewer than 50 words
 */
export function shingles(text: string): Int32Array {
  const words = wordHashes(text.toLowerCase());
  if (words.length < MIN_WORDS) return new Int32Array(0);
  return Int32Array.from({ length: words.length - SHINGLE + 1 }, (_, start) => {
    let hash = 0;
    for (let index = start; index < start + SHINGLE; index++) hash = Math.imul(hash, 31) + words[index]!;
    return mix(hash);
  });
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Thai is the first script without spaces; from here on, each character is a word, as in Chinese and Japanese. */
const FIRST_UNSPACED = 0x0e00;
/** General punctuation, and the punctuation of Chinese, Japanese and Korean. */
const isPunctuation = (unit: number) => (unit >= 0x2000 && unit <= 0x206f) || (unit >= 0x3000 && unit <= 0x303f);

/** @returns FNV-1a of the UTF-16 units of each word; a regular expression for words takes ten times as long */
function wordHashes(text: string): number[] {
  const hashes: number[] = [];
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const isUnspaced = unit >= FIRST_UNSPACED;
    if (!isUnspaced && isLetterOrDigit(unit)) {
      hash = Math.imul(hash ^ unit, FNV_PRIME);
      continue;
    }
    if (hash !== FNV_OFFSET) hashes.push(hash);
    hash = FNV_OFFSET;
    if (isUnspaced && !isPunctuation(unit)) hashes.push(Math.imul(FNV_OFFSET ^ unit, FNV_PRIME));
  }
  if (hash !== FNV_OFFSET) hashes.push(hash);
  return hashes;
}

/** @param unit of a text in lower case; beyond ASCII, all units from the first letter of Latin-1 on count */
function isLetterOrDigit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit >= 0xc0;
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
