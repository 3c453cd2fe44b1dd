import { schemaTypes } from './vocabulary.computed.ts';
import type { GraphNode } from './graph.ts';

/** Properties of which an entity has one value. Others may have several, such as `url` and `telephone`. */
const SINGLE_VALUED = [
  ...['name', 'legalName', 'headline', 'sku', 'mpn', 'gtin', 'gtin8', 'gtin12', 'gtin13', 'gtin14', 'isbn'],
  ...['price', 'priceCurrency', 'availability', 'itemCondition', 'ratingValue', 'ratingCount', 'reviewCount'],
] as const;
/** Maximum number of different values of a property that are compared and described. */
const MAX_VALUES = 10;

/**
 * Finds entities whose objects with the same `@id` contradict each other: types without a common ancestor below Thing,
 * or different values of a property that has one value. Processors of JSON-LD merge such objects.
 *
 * @returns each entity's first object, with descriptions such as `name: Shop, Store`
 */
export function contradictoryEntities(nodes: readonly GraphNode[]): { node: GraphNode; contradictions: string[] }[] {
  // The item of a breadcrumb has the label of the link as its name.
  const identified = nodes.filter(({ id, property }) => id !== null && property !== 'item');
  return [...Map.groupBy(identified, ({ id }) => id).values()]
    .map((same) => ({ node: same[0]!, contradictions: same.length === 1 ? [] : contradictionsOf(same) }))
    .filter(({ contradictions }) => contradictions.length > 0);
}

function contradictionsOf(nodes: readonly GraphNode[]): string[] {
  const types = distinct(nodes.map((node) => node.types.join(' ')));
  const tops = types.map((names) => names.split(' ').flatMap(topTypes)).filter(({ length }) => length > 0);
  const areDisjoint = tops.some((one) => tops.some((other) => !one.some((top) => other.includes(top))));
  const values = SINGLE_VALUED.map((property) => ({
    property,
    literals: distinct(nodes.flatMap(({ data }) => literal(data[property]))),
  }));
  return [...(areDisjoint ? [{ property: '@type', literals: types }] : []), ...values]
    .filter(({ literals }) => literals.length > 1)
    .map(({ property, literals }) => `${property}: ${literals.join(', ')}`);
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, MAX_VALUES);
}

function topTypes(name: string): string[] {
  const tops = Object.hasOwn(schemaTypes, name) ? schemaTypes[name]! : '';
  return tops === '' ? [] : tops.split(' ');
}

function literal(value: unknown): string[] {
  return typeof value === 'string' || typeof value === 'number' ? [String(value).trim()] : [];
}
