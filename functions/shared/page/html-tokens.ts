import { Tokenizer } from 'htmlparser2';

/** Attributes of a tag: names in lower case, entities decoded, the first of duplicates. */
export type Attributes = ReadonlyMap<string, string>;

/** What a stream of HTML tokens is handed to. */
export interface TokenHandler {
  startTag(name: string, attributes: Attributes, selfClosing: boolean): void;
  endTag(name: string): void;
  text(data: string): void;
  doctype(declaration: string): void;
  /** Is the current node SVG or MathML? Then CDATA is text, and no element is raw text. */
  inForeignContent(): boolean;
}

/** Attributes that are kept of one tag; no real page comes near. */
const MAX_ATTRIBUTES = 1000;
const NO_ATTRIBUTES: Attributes = new Map();

/** Cuts decoded HTML into tokens, piece by piece. */
export class HtmlTokens {
  readonly #handler: TokenHandler;
  readonly #tokenizer: Tokenizer;
  readonly #pieces: string[] = [];
  #piecesStart = 0;
  #endsWithReturn = false;

  constructor(handler: TokenHandler) {
    this.#handler = handler;
    this.#tokenizer = new Tokenizer({}, this.#callbacks());
  }

  /** @param html the next piece of the page; cut anywhere */
  write(html: string): void {
    const piece = this.#normaliseNewlines(html);
    if (piece === '') return;
    this.#pieces.push(piece);
    this.#tokenizer.write(piece);
  }

  end(): void {
    this.#tokenizer.end();
  }

  /** CR and CRLF are LF before a tokenizer sees them (HTML standard, preprocessing the input stream). */
  #normaliseNewlines(html: string): string {
    const rest = this.#endsWithReturn && html.startsWith('\n') ? html.slice(1) : html;
    if (html !== '') this.#endsWithReturn = html.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  }

  #slice(start: number, end: number): string {
    let first = this.#pieces[0];
    while (first !== undefined && start >= this.#piecesStart + first.length) {
      this.#piecesStart += first.length;
      this.#pieces.shift();
      first = this.#pieces[0];
    }
    let from = start - this.#piecesStart;
    let to = end - this.#piecesStart;
    let text = '';
    for (const piece of this.#pieces) {
      if (to <= 0) break;
      text += piece.slice(from, to);
      from = 0;
      to -= piece.length;
    }
    return text;
  }

  #callbacks(): ConstructorParameters<typeof Tokenizer>[1] {
    const handler = this.#handler;
    let tag = '';
    let name = '';
    let value = '';
    let attributes: Map<string, string> | null = null;
    const slice = (start: number, end: number): string => this.#slice(start, end);
    const startTag = (selfClosing: boolean): void => {
      handler.startTag(tag, attributes ?? NO_ATTRIBUTES, selfClosing);
      attributes = null;
    };
    return {
      onopentagname: (start, end) => {
        tag = slice(start, end).toLowerCase();
      },
      onattribname: (start, end) => {
        name = slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        value += slice(start, end);
      },
      onattribentity: (codePoint) => {
        value += String.fromCodePoint(codePoint);
      },
      onattribend: () => {
        attributes ??= new Map();
        if (attributes.size < MAX_ATTRIBUTES && !attributes.has(name)) attributes.set(name, replaceNul(value));
      },
      onopentagend: () => startTag(false),
      onselfclosingtag: () => startTag(true),
      onclosetag: (start, end) => handler.endTag(slice(start, end).toLowerCase()),
      ontext: (start, end) => handler.text(slice(start, end)),
      ontextentity: (codePoint) => handler.text(String.fromCodePoint(codePoint)),
      oncdata: (start, end, offset) => {
        if (handler.inForeignContent()) handler.text(slice(start, end - offset));
      },
      ondeclaration: (start, end) => handler.doctype(slice(start, end)),
      oncomment: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
      isInForeignContext: () => handler.inForeignContent(),
    };
  }
}

function replaceNul(value: string): string {
  return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
