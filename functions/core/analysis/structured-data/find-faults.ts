import { closestMatch } from 'leven';
import type { JsonLdBlock } from '../page/structured-data.ts';
import { truncate } from '../../platform/text/text.ts';
import type { Finding, Findings } from '../../record/crawled-page.ts';
import { contradictoryEntities } from './contradictions.ts';
import { Graph, type GraphNode } from './graph.ts';
import { describeJsonError } from './json-error.ts';
import { retiredResults } from './retired.ts';
import { richResultFaults } from './rich-results.ts';
import { schemaTypes } from './vocabulary.computed.ts';

/** Maximum number of findings of a page that are kept. */
const MAX_FINDINGS = 20;
/** Of each text, in characters. */
const MAX_TEXT = 300;
/** Maximum number of different letters between an unknown type and the type that is probably meant. */
const MAX_DISTANCE = 2;

/**
 * Finds faults of the structured data of a page: syntax errors, unknown types, properties that Google's rich results
 * require or recommend, contradictions between entities, and markup of rich results that Google has retired.
 *
 * @returns by the id of the issue, with at most 20 findings together, the most severe first
 */
export async function structuredDataFaults(blocks: readonly JsonLdBlock[]): Promise<Findings[]> {
  const graph = new Graph(blocks.filter(({ json }) => json !== undefined));
  const lacking = await richResultFaults(graph);
  const lackingOf = (severity: 'required' | 'recommended') =>
    lacking
      .filter((fault) => fault.severity === severity)
      .map(({ node, value, expected }) => finding(node.block, value, expected));
  const faults = [
    { id: 'structured-data-invalid', items: blocks.filter(({ json }) => json === undefined).map(syntaxError) },
    { id: 'structured-data-required-missing', items: lackingOf('required') },
    { id: 'structured-data-unknown-type', items: unknownTypes(graph.nodes) },
    { id: 'structured-data-contradictory', items: contradictoryEntities(graph.nodes).map(contradiction) },
    { id: 'structured-data-retired', items: retiredResults(graph.nodes).map(retired) },
    { id: 'structured-data-recommended-missing', items: lackingOf('recommended') },
  ];
  let left = MAX_FINDINGS;
  return faults.flatMap(({ id, items }) => {
    const kept = items.slice(0, left);
    left -= kept.length;
    return kept.length > 0 ? [{ id, items: kept }] : [];
  });
}

function syntaxError(block: JsonLdBlock): Finding {
  return finding(block, describeJsonError(block.text) ?? '');
}

function contradiction({ node, contradictions }: ReturnType<typeof contradictoryEntities>[number]): Finding {
  return finding(node.block, `${truncate(node.id!, 100)}: ${contradictions.join('; ')}`);
}

function retired({ node, name }: ReturnType<typeof retiredResults>[number]): Finding {
  return finding(node.block, `${node.path}: ${name}`);
}

function unknownTypes(nodes: readonly GraphNode[]): Finding[] {
  return nodes
    .flatMap((node) => node.types.map((type) => ({ node, type })))
    .filter(({ type }) => !Object.hasOwn(schemaTypes, type))
    .slice(0, MAX_FINDINGS)
    .map(({ node: { block, path, property }, type }) => {
      const similar = closestMatch(type, Object.keys(schemaTypes), { maxDistance: MAX_DISTANCE });
      return finding(block, property === undefined ? type : `${path}: ${type}`, similar);
    });
}

function finding({ text }: JsonLdBlock, value: string, expected?: string): Finding {
  return {
    element: truncate(text.trim(), MAX_TEXT),
    value: truncate(value, MAX_TEXT),
    ...(expected !== undefined && { expected: truncate(expected, MAX_TEXT) }),
  };
}
