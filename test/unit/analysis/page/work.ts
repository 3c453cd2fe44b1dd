import { HtmlTokens, type TokenHandler } from '../../../../functions/core/analysis/html/html-tokens.ts';
import { HtmlTree } from '../../../../functions/core/analysis/html/html-tree.ts';
import { PageFacts } from '../../../../functions/core/analysis/page/page-facts.ts';

/** Work of parsing a page, independent of its length. */
export interface Work {
  tokens: number;
  /** Number of visits of open elements other than the current node. */
  looked: number;
}

/** Measures the work of parsing a page, independent of the machine. */
export function workOf(html: string): Work {
  const facts = new PageFacts('https://www.shop.example/', { anchor: () => {}, image: () => {}, loader: () => {} });
  const tree = new HtmlTree(facts);
  let tokens = 0;
  const counting: TokenHandler = {
    startTag(...tag) {
      tokens++;
      tree.startTag(...tag);
    },
    endTag(type) {
      tokens++;
      tree.endTag(type);
    },
    text(piece) {
      tokens++;
      tree.text(piece);
    },
    doctype: (declaration) => tree.doctype(declaration),
    inForeignContent: () => tree.inForeignContent(),
    rawTextElement: () => tree.rawTextElement(),
  };
  new HtmlTokens(html, counting).read();
  tree.end();
  return { tokens, looked: tree.looked + facts.looked };
}

/** Tags that are opened many times, each inside the previous one, and the markup that follows them. */
export interface Nest {
  open: string;
  times: number;
  follow: string;
  /** The whole is repeated, not only what follows the tags. */
  again?: boolean;
}

/** @returns a page of such nested tags with the given length */
export function pageOfNests({ open, times, follow, again = false }: Nest, bytes: number): string {
  const nest = open.repeat(times);
  if (!again) return nest + follow.repeat(Math.ceil(Math.max(0, bytes - nest.length) / follow.length));
  // As many repetitions of what follows as of the opened tags, so that neither hides the other.
  const whole = nest + follow.repeat(times);
  return whole.repeat(Math.ceil(bytes / whole.length)).slice(0, bytes);
}
