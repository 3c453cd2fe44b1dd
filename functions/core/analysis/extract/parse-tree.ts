import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  type DefaultTreeAdapterTypes,
  Parser,
  type TreeAdapter,
} from 'parse5';
import { stepsOf, TooMuchWork, type WorkLimit } from './work-limit.ts';

export type Tree = DefaultTreeAdapterTypes.Document;
export type TreeNode = DefaultTreeAdapterTypes.Node;
export type TreeElement = DefaultTreeAdapterTypes.Element;

/** Nodes of a tree; a page of 5 MB with more would take most of the memory of its thread. */
const MAX_NODES = 100_000;
/** Maximum depth of open elements, at which Blink flattens a tree. The parser's time depends on it. */
const MAX_DEPTH = 512;
/** Characters that are parsed between two looks at the clock: a single tag may have any length. */
const PART = 65_536;

/**
 * Builds the tree of a page by the HTML standard, as a browser does without running scripts. Crawls analyse pages without a
 * tree (`html/`): only those that extract values build one.
 *
 * @throws {TooMuchWork} if the page is too large, too deep, or takes too much work
 */
export function parseTree(html: string, work: WorkLimit): Tree {
  const parser = new Parser<DefaultTreeAdapterMap>({ treeAdapter: countingAdapter(work) });
  for (let start = 0; start < html.length; start += PART) {
    work.checkTime();
    work.spend(stepsOf(Math.min(PART, html.length - start)));
    parser.tokenizer.write(html.slice(start, start + PART), false);
  }
  parser.tokenizer.write('', true);
  return parser.document;
}

/** Returns the usual tree adapter, whose operations are counted. Those that search a list of children count its length. */
function countingAdapter(work: WorkLimit): TreeAdapter<DefaultTreeAdapterMap> {
  const base = defaultTreeAdapter;
  let nodes = 0;
  let depth = 0;
  const addNode = (steps = 1) => {
    work.spend(steps);
    if (++nodes > MAX_NODES) throw new TooMuchWork('work_limit');
  };
  return {
    ...base,
    createElement(name, namespace, attributes) {
      addNode(1 + attributes.length);
      return base.createElement(name, namespace, attributes);
    },
    createCommentNode(data) {
      addNode();
      return base.createCommentNode(data);
    },
    appendChild(parent, node) {
      work.spend();
      base.appendChild(parent, node);
    },
    insertBefore(parent, node, reference) {
      work.spend(stepsOf(parent.childNodes.length));
      base.insertBefore(parent, node, reference);
    },
    insertText(parent, text) {
      // Further words become part of the text before.
      if (parent.childNodes.at(-1)?.nodeName === '#text') work.spend();
      else addNode();
      base.insertText(parent, text);
    },
    insertTextBefore(parent, text, reference) {
      addNode(stepsOf(parent.childNodes.length));
      base.insertTextBefore(parent, text, reference);
    },
    detachNode(node) {
      work.spend(stepsOf(node.parentNode?.childNodes.length ?? 0));
      base.detachNode(node);
    },
    getTagName(element) {
      work.spend();
      return base.getTagName(element);
    },
    getNamespaceURI(element) {
      work.spend();
      return base.getNamespaceURI(element);
    },
    getAttrList(element) {
      work.spend();
      return base.getAttrList(element);
    },
    onItemPush() {
      if (++depth > MAX_DEPTH) throw new TooMuchWork('work_limit');
    },
    onItemPop() {
      depth--;
    },
  };
}
