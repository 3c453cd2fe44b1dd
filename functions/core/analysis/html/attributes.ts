import { decodeHTML, DecodingMode } from 'entities/decode';
import { TextSource } from './text-piece.ts';

/** Maximum number of attributes of a tag that are kept; far above that of real pages. */
const MAX_ATTRIBUTES = 1000;

/** Position of an attribute in the page. */
class Attribute {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  next: Attribute | null = null;

  constructor(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number) {
    this.nameStart = nameStart;
    this.nameEnd = nameEnd;
    this.valueStart = valueStart;
    this.valueEnd = valueEnd;
  }
}

/**
 * The attributes of a tag, read from the page on demand: most are never needed. Names are in lower case, character
 * references in values are decoded, and the first of duplicates counts.
 */
export class Attributes {
  static readonly NONE = new Attributes(new TextSource(''));
  readonly #page: TextSource;
  // An own list: an array reserves space for many more attributes than most tags have.
  #first: Attribute | null = null;
  #last: Attribute | null = null;
  #count = 0;
  /** Bits of the kinds of names that it has ({@link kindOf}). */
  #kinds = 0;

  /** @param page the page with the tag */
  constructor(page: TextSource) {
    this.#page = page;
  }

  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    if (this.#count === MAX_ATTRIBUTES) return;
    this.#count++;
    const attribute = new Attribute(nameStart, nameEnd, valueStart, valueEnd);
    if (this.#last) this.#last.next = attribute;
    else this.#first = attribute;
    this.#last = attribute;
    this.#kinds |= kindOf(this.#page.text.charCodeAt(nameStart), nameEnd - nameStart);
  }

  /** Total length of the attributes in the page, in UTF-16 units. */
  get length(): number {
    return this.#first && this.#last ? this.#last.valueEnd - this.#first.nameStart : 0;
  }

  /** @param name in lower case */
  has(name: string): boolean {
    return this.#find(name) !== null;
  }

  /** Returns whether it has one of these attributes. */
  hasOneOf(names: AttributeNames): boolean {
    if ((this.#kinds & names.kinds) === 0) return false;
    for (const name of names.names) if (this.has(name)) return true;
    return false;
  }

  /** @param name in lower case */
  get(name: string): string | undefined {
    const attribute = this.#find(name);
    return attribute === null ? undefined : this.#valueOf(attribute);
  }

  /** Returns the names, duplicates included. */
  names(): string[] {
    const names: string[] = [];
    for (let attribute = this.#first; attribute; attribute = attribute.next) names.push(this.#nameOf(attribute));
    return names;
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    const seen = new Set<string>();
    for (let attribute = this.#first; attribute; attribute = attribute.next) {
      const name = this.#nameOf(attribute);
      if (!seen.has(name)) yield [name, this.#valueOf(attribute)];
      seen.add(name);
    }
  }

  #find(name: string): Attribute | null {
    if ((this.#kinds & kindOf(name.charCodeAt(0), name.length)) === 0) return null;
    for (let attribute = this.#first; attribute; attribute = attribute.next) {
      if (this.#isNamed(attribute, name)) return attribute;
    }
    return null;
  }

  #isNamed({ nameStart, nameEnd }: Attribute, name: string): boolean {
    if (nameEnd - nameStart !== name.length) return false;
    for (let index = 0; index < name.length; index++) {
      if (lowerCase(this.#page.text.charCodeAt(nameStart + index)) !== name.charCodeAt(index)) return false;
    }
    return true;
  }

  #nameOf({ nameStart, nameEnd }: Attribute): string {
    return this.#page.text.slice(nameStart, nameEnd).toLowerCase();
  }

  #valueOf({ valueStart, valueEnd }: Attribute): string {
    const value = this.#page.text.slice(valueStart, valueEnd);
    return decodeReferences(this.#page.mayHaveNul ? value.replaceAll('\0', '\uFFFD') : value, 'attribute');
  }
}

/** Names that are searched together. */
export class AttributeNames {
  readonly names: readonly string[];
  readonly kinds: number;

  /** @param names in lower case */
  constructor(...names: string[]) {
    this.names = names;
    this.kinds = names.reduce((kinds, name) => kinds | kindOf(name.charCodeAt(0), name.length), 0);
  }
}

/** Returns one of 32 kinds of names as a bit: by first letter, ignoring case (0x20), and length. */
function kindOf(first: number, length: number): number {
  return 1 << ((first + 5 * length) & 31);
}

/** Returns the lower case of an ASCII letter; other letters keep their case (HTML standard, attribute name state). */
function lowerCase(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
}

const MODES = { text: DecodingMode.Legacy, attribute: DecodingMode.Attribute };
const BLOCK = 16 * 1024;
/** The longest name of a character is shorter. */
const MAX_REFERENCE_LENGTH = 40;

/**
 * Decodes character references such as `&amp;` (HTML standard, 13.2.5.72).
 *
 * @param place in attributes, a name without `;` counts only if no letter, digit or `=` follows
 */
export function decodeReferences(text: string, place: 'text' | 'attribute'): string {
  if (!text.includes('&')) return text;
  if (text.length <= BLOCK) return decodeHTML(text, MODES[place]);
  // In blocks: a string that the engine joins from many pieces takes a multiple of its size until a character of it is
  // read and it is flattened.
  const blocks: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = Math.min(text.length, endOfBlock(text, start, BLOCK));
    const decoded = decodeHTML(text.slice(start, end), MODES[place]);
    if (decoded.charCodeAt(0) >= 0) blocks.push(decoded);
    start = end;
  }
  return blocks.join('');
}

/** @returns the end of a block of at most this length that splits no reference */
export function endOfBlock(text: string, start: number, length: number): number {
  const end = start + length;
  const reference = text.slice(end - MAX_REFERENCE_LENGTH, end).lastIndexOf('&');
  return reference < 0 ? end : end - MAX_REFERENCE_LENGTH + reference;
}
