import { Attributes, decodeReferences, endOfBlock } from './attributes.ts';
import { type ElementType, elementTypeAt, ESCAPABLE } from './elements.ts';
import { isSpace, MAX_PIECE, pieceOf, type TextPiece, TextSource } from './text-piece.ts';

/** Receives a stream of HTML tokens. */
export interface TokenHandler {
  startTag(type: ElementType, attributes: Attributes, selfClosing: boolean): void;
  endTag(type: ElementType): void;
  /** Long text is split into several pieces; each is valid until the next one. */
  text(piece: TextPiece): void;
  doctype(declaration: string): void;
  /** Returns whether the current node is SVG or MathML: then CDATA is text. */
  inForeignContent(): boolean;
  /** Returns the element whose content is text in any case; null if the current node is not one. */
  rawTextElement(): ElementType | null;
}

const EXCLAMATION = 0x21;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;

const ENDS_TAG_NAME = 1;
const ENDS_ATTRIBUTE_NAME = 2;
const ENDS_VALUE = 4;
/** What a UTF-16 unit ends in a tag. */
const ends = new Uint8Array(0x10000);
for (const space of ' \t\n\f') ends[space.charCodeAt(0)] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_VALUE;
ends[SLASH] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME;
ends[EQUALS] = ENDS_ATTRIBUTE_NAME;
ends[GREATER] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_VALUE;

/**
 * Splits a page into tokens (HTML standard, 13.2.5 Tokenization) with the same result as a browser's tokenizer; it
 * jumps from mark to mark instead of reading each character.
 */
export class HtmlTokens {
  readonly #html: string;
  readonly #source: TextSource;
  readonly #handler: TokenHandler;
  #position = 0;
  /** Position of the next `&`, if it was searched. */
  #nextReference = -1;
  #selfClosing = false;

  /**
   * @param page the whole page, decoded
   * @param mayHaveNul false if the page is known to contain no NUL, for which a search takes long
   */
  constructor(page: string, handler: TokenHandler, mayHaveNul = true) {
    this.#html = withLineFeeds(page);
    this.#source = new TextSource(this.#html, mayHaveNul);
    this.#handler = handler;
  }

  read(): void {
    const html = this.#html;
    for (let mark = html.indexOf('<'); mark >= 0;) {
      const next = html.charCodeAt(mark + 1);
      if (isMarkup(next)) {
        this.#text(mark, 'text');
        this.#markup(mark, next);
        mark = html.indexOf('<', this.#position);
      } else mark = html.indexOf('<', mark + 1);
    }
    this.#text(html.length, 'text');
  }

  /** Emits the text up to a position. */
  #text(end: number, kind: 'raw' | 'text'): void {
    for (let start = this.#position; start < end; start = this.#position) {
      const pieceEnd = end - start <= MAX_PIECE ? end : endOfBlock(this.#html, start, MAX_PIECE);
      const isEncoded = kind === 'text' && this.#findReference(start) < pieceEnd;
      this.#handler.text(
        isEncoded
          ? pieceOf(decodeReferences(this.#html.slice(start, pieceEnd), 'text'))
          : this.#source.piece(start, pieceEnd),
      );
      this.#position = pieceEnd;
    }
    this.#position = end;
  }

  #findReference(start: number): number {
    if (this.#nextReference < start) {
      const found = this.#html.indexOf('&', start);
      this.#nextReference = found < 0 ? this.#html.length : found;
    }
    return this.#nextReference;
  }

  #markup(mark: number, next: number): void {
    if (next === EXCLAMATION) this.#declaration(mark + 2);
    else if (next === QUESTION) this.#skipBehind('>', mark + 1);
    else if (next !== SLASH) this.#startTag(mark + 1);
    else if (mark + 2 === this.#html.length) this.#text(mark + 2, 'text');
    else if (isLetter(this.#html.charCodeAt(mark + 2))) this.#endTag(mark + 2);
    else this.#skipBehind('>', mark + 2);
  }

  #skipBehind(end: string, from: number): void {
    const found = this.#html.indexOf(end, from);
    this.#position = found < 0 ? this.#html.length : found + end.length;
  }

  // Tags

  #startTag(start: number): void {
    const html = this.#html;
    const nameEnd = this.#findEnd(start, ENDS_TAG_NAME);
    const attributes = this.#readAttributes(nameEnd);
    if (!attributes) return;
    this.#handler.startTag(elementTypeAt(html, start, nameEnd), attributes, this.#selfClosing);
    const rawText = this.#handler.rawTextElement();
    if (rawText) this.#rawText(rawText);
  }

  #endTag(start: number): void {
    const nameEnd = this.#findEnd(start, ENDS_TAG_NAME);
    if (this.#html.charCodeAt(nameEnd) === GREATER) this.#position = nameEnd + 1;
    else if (!this.#readAttributes(nameEnd)) return;
    this.#handler.endTag(elementTypeAt(this.#html, start, nameEnd));
  }

  #findEnd(start: number, kind: number): number {
    const html = this.#html;
    let end = start;
    while (end < html.length && (ends[html.charCodeAt(end)]! & kind) === 0) end++;
    return end;
  }

  /** Reads a tag from the end of its name to its end; null if the page ends before: then there is no tag. */
  #readAttributes(start: number): Attributes | null {
    const html = this.#html;
    let attributes = Attributes.NONE;
    let at = start;
    let attributeEnd = start;
    for (let code = html.charCodeAt(at); at < html.length; code = html.charCodeAt(at)) {
      if (code === GREATER) {
        this.#selfClosing = at > attributeEnd && html.charCodeAt(at - 1) === SLASH;
        this.#position = at + 1;
        return attributes;
      }
      if (code === SLASH || isSpace(code)) at++;
      else {
        if (attributes === Attributes.NONE) attributes = new Attributes(this.#source);
        at = attributeEnd = this.#readAttribute(at, attributes);
      }
    }
    this.#position = html.length;
    return null;
  }

  /** @returns the end of the attribute */
  #readAttribute(start: number, attributes: Attributes): number {
    const html = this.#html;
    const nameEnd = this.#findEnd(start + 1, ENDS_ATTRIBUTE_NAME); // the first character may be anything, even "="
    const equals = this.#behindSpaces(nameEnd);
    if (html.charCodeAt(equals) !== EQUALS) {
      attributes.add(start, nameEnd, nameEnd, nameEnd);
      return nameEnd;
    }
    const valueStart = this.#behindSpaces(equals + 1);
    const quote = html.charCodeAt(valueStart);
    if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
      const valueEnd = html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", valueStart + 1);
      if (valueEnd < 0) return html.length;
      attributes.add(start, nameEnd, valueStart + 1, valueEnd);
      return valueEnd + 1;
    }
    const valueEnd = this.#findEnd(valueStart, ENDS_VALUE);
    attributes.add(start, nameEnd, valueStart, valueEnd);
    return valueEnd;
  }

  #behindSpaces(start: number): number {
    let at = start;
    while (isSpace(this.#html.charCodeAt(at))) at++;
    return at;
  }

  // Other markup

  /** `<!`: a doctype, a comment, CDATA, or something else that is ignored like a comment. */
  #declaration(start: number): void {
    const html = this.#html;
    if (html.startsWith('--', start)) {
      this.#comment(start + 2);
    } else if (html.startsWith('[CDATA[', start) && this.#handler.inForeignContent()) {
      const end = html.indexOf(']]>', start);
      this.#position = start + '[CDATA['.length;
      this.#text(end < 0 ? html.length : end, 'raw');
      this.#position = end < 0 ? html.length : end + ']]>'.length;
    } else {
      this.#skipBehind('>', start);
      if (/^doctype/i.test(html.slice(start, start + 7))) this.#handler.doctype(html.slice(start, this.#position - 1));
    }
  }

  #comment(start: number): void {
    const html = this.#html;
    const empty = /^-?>/.exec(html.slice(start, start + 2));
    if (empty) {
      this.#position = start + empty[0].length;
      return;
    }
    for (let dashes = html.indexOf('--', start); dashes >= 0; dashes = html.indexOf('--', dashes + 1)) {
      const end = html.startsWith('!', dashes + 2) ? dashes + 3 : dashes + 2;
      if (html.charCodeAt(end) !== GREATER) continue;
      this.#position = end + 1;
      return;
    }
    this.#position = html.length;
  }

  #rawText(type: ElementType): void {
    const html = this.#html;
    const start = this.#position;
    let end = type.name === 'plaintext' ? html.length : this.#endOfRawText(type.name, start);
    if (type.name === 'script' && html.slice(start, end).includes('<!--')) end = this.#endOfScript(start);
    this.#text(end, (type.groups & ESCAPABLE) === 0 ? 'raw' : 'text');
  }

  #endOfRawText(name: string, start: number): number {
    const html = this.#html;
    for (let tag = html.indexOf('</', start); tag >= 0; tag = html.indexOf('</', tag + 2)) {
      const nameEnd = tag + 2 + name.length;
      const behind = html.charCodeAt(nameEnd);
      if (((ends[behind] ?? 0) & ENDS_TAG_NAME) === 0) continue;
      if (html.slice(tag + 2, nameEnd).toLowerCase() === name) return tag;
    }
    return html.length;
  }

  /**
   * Between `<!--` and `-->`, a script that begins and ends there does not end this one (script data double escaped).
   */
  #endOfScript(start: number): number {
    const mark = /<!--|-->|<\/?script(?=[\t\n\f />])/gi;
    mark.lastIndex = start;
    let depth: 'plain' | 'escaped' | 'inner script' = 'plain';
    for (let match = mark.exec(this.#html); match; match = mark.exec(this.#html)) {
      const [found] = match;
      if (found === '-->') depth = 'plain';
      else if (found === '<!--') {
        if (depth === 'plain') depth = 'escaped';
        mark.lastIndex = match.index + 2; // its dashes may be those of `-->` too
      } else if (found.startsWith('</')) {
        if (depth !== 'inner script') return match.index;
        depth = 'escaped';
      } else if (depth === 'escaped') depth = 'inner script';
    }
    return this.#html.length;
  }
}

function isMarkup(code: number): boolean {
  return isLetter(code) || code === EXCLAMATION || code === SLASH || code === QUESTION;
}

function isLetter(code: number): boolean {
  const lowerCase = code | 0x20;
  return lowerCase >= 0x61 && lowerCase <= 0x7a;
}

const CR = 0x0d;
const LF = 0x0a;

/**
 * Returns a text with LF instead of CR and CRLF (HTML standard, preprocessing the input stream). It works on bytes:
 * `replace` takes over 160 MB for five million CRs.
 */
export function withLineFeeds(text: string): string {
  if (!text.includes('\r')) return text;
  const isWide = /[^\0-\xff]/.test(text);
  const encoding = isWide ? 'utf16le' : 'latin1';
  const bytes = Buffer.from(text, encoding);
  const units = isWide ? new Uint16Array(bytes.buffer, bytes.byteOffset, text.length) : bytes;
  let length = 0;
  for (let from = 0; from < units.length; from++) {
    const unit = units[from]!;
    units[length++] = unit === CR ? LF : unit;
    if (unit === CR && units[from + 1] === LF) from++;
  }
  return bytes.toString(encoding, 0, length * units.BYTES_PER_ELEMENT);
}
