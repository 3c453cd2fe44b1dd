import { _compileUnsafe, type Options } from 'css-select';
import type { Selector } from 'css-what';
import { defaultTreeAdapter as tree, html } from 'parse5';
import type { TreeElement, TreeNode } from './parse-tree.ts';
import { stepsOf, type WorkLimit } from './work-limit.ts';

/** Characters of a text that are read in one step. */
const CHARACTERS_PER_STEP = 16;
const stepsOfText = (length: number) => 1 + Math.floor(length / CHARACTERS_PER_STEP);

type Adapter = NonNullable<Options<TreeNode, TreeElement>['adapter']>;
/** How selectors read a tree. */
export type SelectOptions = Options<TreeNode, TreeElement> & { adapter: Adapter };

/**
 * Returns options for css-select to match elements of a tree, each of whose operations is counted.
 *
 * @param isQuirks whether the document is in quirks mode: classes and ids are then case-insensitive
 */
export function selectOptions(work: WorkLimit, isQuirks = false): SelectOptions {
  const attributeOf = ({ attrs }: TreeElement, name: string) => {
    work.spend(stepsOf(attrs.length));
    return attrs.find((each) => each.name === name)?.value;
  };
  const childrenOf = (node: TreeNode): TreeNode[] => {
    const children = 'childNodes' in node ? node.childNodes : [];
    work.spend(stepsOf(children.length));
    return children;
  };
  const parentOf = (node: TreeNode) => {
    work.spend();
    return 'parentNode' in node ? node.parentNode : null;
  };
  const adapter: Adapter = {
    isTag(node): node is TreeElement {
      work.spend();
      return tree.isElementNode(node);
    },
    getAttributeValue(element, name) {
      const value = attributeOf(element, name);
      if (value !== undefined) work.spend(stepsOfText(value.length));
      return value;
    },
    hasAttrib: (element, name) => attributeOf(element, name) !== undefined,
    getChildren: childrenOf,
    // Names of elements of SVG have capital letters, which selectors lack.
    getName({ tagName, namespaceURI }) {
      work.spend();
      return namespaceURI === html.NS.HTML ? tagName : tagName.toLowerCase();
    },
    getParent: parentOf,
    getSiblings(node) {
      const parent = parentOf(node);
      return parent ? childrenOf(parent) : [node];
    },
    getText: (node) => textContent(node, work),
    // The only context of a query is the document.
    removeSubsets: (nodes) => nodes,
  };
  // Selectors 4 admits white space in an empty element, which no browser does yet.
  const empty = ({ childNodes }: TreeElement) => {
    work.spend(stepsOf(childNodes.length));
    return childNodes.every((node) => tree.isCommentNode(node));
  };
  return { adapter, quirksMode: isQuirks, relativeSelector: false, pseudos: { empty } };
}

/**
 * Compiles a selector.
 *
 * @throws {Error} if it is not valid, or has a part that is not supported
 */
export function compileSelector(css: string | Selector[][], options: SelectOptions) {
  return _compileUnsafe<TreeNode, TreeElement>(css, options);
}

/** Returns the text of a node as `textContent` of the DOM standard does. */
export function textContent(node: TreeNode, work: WorkLimit): string {
  let text = '';
  /** Nodes that follow, the next one last: the depth of a tree is not that of the call stack. */
  const waiting: TreeNode[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (tree.isTextNode(next)) {
      work.spend(stepsOfText(next.value.length));
      text += next.value;
    } else if ('childNodes' in next) {
      work.spend(stepsOf(next.childNodes.length));
      for (let index = next.childNodes.length - 1; index >= 0; index--) waiting.push(next.childNodes[index]!);
    }
  }
  return text;
}
