import type { Attributes } from './attributes.ts';
import { type ElementType, METADATA, RAW_TEXT } from './elements.ts';
import { HtmlTokens, type TokenHandler } from './html-tokens.ts';

/**
 * Returns the labels of encodings that meta elements in the head of a page declare.
 *
 * @param start beginning of the page, with one character for each octet
 */
export function charsetsInHead(start: string): string[] {
  const head = new Head();
  new HtmlTokens(start, head).read();
  return head.charsets;
}

/** Elements that do not end the head, besides metadata. */
const OPEN_HEAD = ['html', 'head', 'noscript'];

class Head implements TokenHandler {
  readonly charsets: string[] = [];
  #isOpen = true;
  #rawText: ElementType | null = null;

  startTag(type: ElementType, attributes: Attributes): void {
    this.#rawText = (type.groups & RAW_TEXT) === 0 ? null : type;
    this.#isOpen &&= (type.groups & METADATA) !== 0 || OPEN_HEAD.includes(type.name);
    if (!this.#isOpen || type.name !== 'meta') return;
    const charset = charsetOf(attributes);
    if (charset !== undefined) this.charsets.push(charset);
  }

  endTag(type: ElementType): void {
    if (type.name === 'head') this.#isOpen = false;
  }

  rawTextElement(): ElementType | null {
    return this.#rawText;
  }

  inForeignContent = () => false;
  text(): void {}
  doctype(): void {}
}

function charsetOf(meta: Attributes): string | undefined {
  if (meta.has('charset')) return meta.get('charset');
  if (meta.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined;
  const label = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(meta.get('content') ?? '');
  return label?.[1] ?? label?.[2] ?? label?.[3];
}
